import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { type Evals, evals } from '../../model/evals';
import { type Advisor, findAdvisor } from '../../model/workspace';
import { useWorkspace } from '../parts/store';
import { useLibrary } from '../parts/useLibrary';

export const useEvals = <Picked>(pick: (state: Evals) => Picked) => useStore(evals, useShallow(pick));

/** The advisor, archived or not; null while nobody was read. */
export function useAdvisor(id: string): Advisor | null {
  const active = useWorkspace((state) => findAdvisor(state, id));
  const away = useLibrary((state) => state.archived.find((each) => each.id === id) ?? null);
  return active ?? away;
}
