import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { type ReceiptsState, receipts } from '../../model/receipts';

export const useReceipts = <Picked>(pick: (state: ReceiptsState) => Picked) => useStore(receipts, useShallow(pick));
