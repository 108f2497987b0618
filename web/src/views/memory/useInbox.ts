import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { type Inbox, inbox } from '../../model/memory';

export const useInbox = <Picked>(pick: (state: Inbox) => Picked) => useStore(inbox, useShallow(pick));
