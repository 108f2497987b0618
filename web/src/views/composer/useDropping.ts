import { type ClipboardEvent, type DragEvent, useState } from 'react';
import { attachFiles } from '../../commands/documents';

/** Files dragged or pasted onto the composer are attached. Words that come along are pasted as words. */
export function useDropping(id: string | null) {
  const [dropping, setDropping] = useState(false);
  const take = (event: ClipboardEvent | DragEvent, data: DataTransfer) => {
    setDropping(false);
    if (data.files.length === 0 || data.getData('text/plain') !== '') return;
    event.preventDefault();
    void attachFiles(id, [...data.files]);
  };
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return {
    dropping,
    handlers: {
      onPaste: (event: ClipboardEvent) => take(event, event.clipboardData),
      onDrop: (event: DragEvent) => take(event, event.dataTransfer),
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setDropping(true);
      },
      onDragLeave: (event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDropping(false);
      },
    },
  };
}
