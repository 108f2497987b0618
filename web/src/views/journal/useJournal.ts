import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { type Journal, journal } from '../../model/journal';

export const useJournal = <Picked>(pick: (state: Journal) => Picked) => useStore(journal, useShallow(pick));
