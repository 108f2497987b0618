import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { type Tools, tools } from '../../model/tools';

export const useTools = <Picked>(pick: (state: Tools) => Picked) => useStore(tools, useShallow(pick));
