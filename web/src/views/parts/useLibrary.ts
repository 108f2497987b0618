import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { type Library, library } from '../../model/library';

export const useLibrary = <Picked>(pick: (state: Library) => Picked) => useStore(library, useShallow(pick));
