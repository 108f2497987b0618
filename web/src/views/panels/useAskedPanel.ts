import { type Advisor, defaultPanel, findAdvisor, type Panel, type Workspace } from '../../model/workspace';
import { useConversation, useDraft, usePreview, useWorkspace } from '../parts/store';

export interface AskedPanel {
  /** Null while it is not known which one it is. */
  readonly panel: Panel | null;
  /** Everyone at the table, in order. */
  readonly seats: readonly Advisor[];
  /** Those who are asked this time. */
  readonly asked: readonly Advisor[];
}

/** Who the next message is for. */
export function useAskedPanel(): AskedPanel {
  const id = useConversation((state) => state.id);
  const { panelId, advisorIds } = useDraft();
  const panel = useWorkspace((state) => findPanel(state, id, panelId));
  // A conversation far down the list is not loaded; then whoever the server would ask is at the table.
  const previewed = usePreview((state) =>
    panel === null && advisorIds === null && state.conversationId === id
      ? (state.latest?.advisors.map((each) => each.advisor_id) ?? [])
      : [],
  );
  const seats = useWorkspace((state) =>
    (panel?.advisor_ids ?? previewed).flatMap((each) => findAdvisor(state, each) ?? []),
  );
  const asked = advisorIds === null ? seats : seats.filter((advisor) => advisorIds.includes(advisor.id));
  return { panel, seats, asked };
}

/** Whether an advisor can be asked alone: it sits with others on the conversation's panel. */
export function useCanAskOnly(advisorId: string): boolean {
  const id = useConversation((state) => state.id);
  return useWorkspace((state) => {
    const seats = findPanel(state, id, null)?.advisor_ids ?? [];
    return seats.length > 1 && seats.includes(advisorId);
  });
}

function findPanel(state: Workspace, id: string | null, drafted: string | null): Panel | null {
  if (id === null) return state.panels.find((panel) => panel.id === drafted) ?? defaultPanel(state);
  const panelId = state.conversations.find((each) => each.id === id)?.panel_id;
  return state.panels.find((panel) => panel.id === panelId) ?? null;
}
