import { type DragEvent, useState } from 'react';

const KIND = 'application/x-antiphon-conversation';

export function takeAlong({ dataTransfer }: DragEvent, id: string): void {
  dataTransfer.setData(KIND, id);
  dataTransfer.effectAllowed = 'move';
}

/** Where a conversation can be dropped: on a folder, or with null outside any. */
export function useDrop(folderId: string | null) {
  const [over, setOver] = useState(false);
  return {
    'data-over': over || undefined,
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(KIND)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      setOver(false);
      const id = event.dataTransfer.getData(KIND);
      if (id === '') return;
      event.preventDefault();
      void import('../../commands/folders').then(({ moveTo }) => moveTo(id, folderId));
    },
  };
}
