import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { type Unasked, unasked } from '../../model/heartbeats';

export const useUnasked = <Picked>(pick: (state: Unasked) => Picked) => useStore(unasked, useShallow(pick));
