import { useStore } from 'zustand';
import { dropEdit, keepEdit, library } from '../../model/library';

export interface Editing<Edit> {
  readonly edit: Edit;
  /** Something differs from what is saved. */
  readonly changed: boolean;
  readonly change: (change: Partial<Edit>) => void;
  readonly drop: () => void;
}

/** A form's content that outlives its page: until it is saved or dropped it is kept in this browser. */
export function useEdit<Edit extends object>(key: string, saved: Edit): Editing<Edit> {
  const kept = useStore(library, (state) => state.edits[key] as Edit | undefined);
  const edit = kept ?? saved;
  return {
    edit,
    changed: kept !== undefined && !isSame(kept, saved),
    change: (change) => {
      const next = { ...((library.getState().edits[key] as Edit | undefined) ?? saved), ...change };
      if (isSame(next, saved)) dropEdit(key);
      else keepEdit(key, next);
    },
    // What was typed while it was being saved is not dropped with it.
    drop: () => {
      if (library.getState().edits[key] === kept) dropEdit(key);
    },
  };
}

function isSame(one: object, other: object): boolean {
  return JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
}
