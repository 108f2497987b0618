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

/** The same for what has no versions: what nobody changed here is always what is saved now, wherever it was changed. */
export function useFields<Edit extends object>(key: string, saved: Edit): Editing<Edit> {
  const kept = useStore(library, (state) => state.edits[key] as Partial<Edit> | undefined);
  const edit = { ...saved, ...kept };
  return {
    edit,
    changed: !isSame(edit, saved),
    change: (change) => {
      const next = differences({ ...saved, ...(library.getState().edits[key] as Partial<Edit>), ...change }, saved);
      if (isSame(next, {})) dropEdit(key);
      else keepEdit(key, next);
    },
    drop: () => {
      if (library.getState().edits[key] === kept) dropEdit(key);
    },
  };
}

function differences<Edit extends object>(edit: Edit, saved: Edit): Partial<Edit> {
  const fields = Object.entries(edit) as [keyof Edit, unknown][];
  const differing = fields.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(saved[name]));
  return Object.fromEntries(differing) as Partial<Edit>;
}

function isSame(one: object, other: object): boolean {
  return JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
}
