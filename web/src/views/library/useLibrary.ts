import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { refusalOf } from '../../commands/library';
import { dropEdit, keepEdit, type Library, library } from '../../model/library';

export const useLibrary = <Picked>(pick: (state: Library) => Picked) => useStore(library, useShallow(pick));

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

/** Whether the window fits a media query, now and from now on. */
export function useMedia(query: string): boolean {
  const [fits, setFits] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const look = () => setFits(list.matches);
    look();
    list.addEventListener('change', look);
    return () => list.removeEventListener('change', look);
  }, [query]);
  return fits;
}

/** Deeds of a form: one at a time, and what the last one was refused for. */
export function useDeeds() {
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async (deed: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(await refusalOf(deed));
    setBusy(false);
  };
  return { problem, busy, run };
}
