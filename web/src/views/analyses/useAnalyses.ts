import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { type AnalysesState, analyses } from '../../model/analyses';

export const useAnalyses = <Picked>(pick: (state: AnalysesState) => Picked) => useStore(analyses, useShallow(pick));
