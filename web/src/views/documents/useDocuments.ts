import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { type Documents, documents } from '../../model/documents';

export const useDocuments = <Picked>(pick: (state: Documents) => Picked) => useStore(documents, useShallow(pick));
