import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { type LooksState, looks } from '../../model/looks';

export const useLooks = <Picked>(pick: (state: LooksState) => Picked) => useStore(looks, useShallow(pick));
