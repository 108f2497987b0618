import { type Advisor, defaultPanel, findAdvisor, type House, type Panel } from '../../model/house';
import { useConversation, useDraft, useHouse, usePreview } from '../parts/store';

export interface LineUp {
  /** Null while it is not known which one it is. */
  readonly panel: Panel | null;
  /** Everyone at the table, in order. */
  readonly seats: readonly Advisor[];
  /** Those who are asked this time. */
  readonly asked: readonly Advisor[];
}

/** Who the next message is for. */
export function useLineUp(): LineUp {
  const id = useConversation((state) => state.id);
  const { panelId, advisorIds } = useDraft();
  const panel = useHouse((state) => findPanel(state, id, panelId));
  // A conversation far down the list is not loaded; then whoever the server would ask is at the table.
  const previewed = usePreview((state) =>
    panel === null && advisorIds === null && state.conversationId === id
      ? (state.latest?.advisors.map((each) => each.advisor_id) ?? [])
      : [],
  );
  const seats = useHouse((state) =>
    (panel?.advisor_ids ?? previewed).flatMap((each) => findAdvisor(state, each) ?? []),
  );
  const asked = advisorIds === null ? seats : seats.filter((advisor) => advisorIds.includes(advisor.id));
  return { panel, seats, asked };
}

function findPanel(state: House, id: string | null, drafted: string | null): Panel | null {
  if (id === null) return state.panels.find((panel) => panel.id === drafted) ?? defaultPanel(state);
  const panelId = state.conversations.find((each) => each.id === id)?.panel_id;
  return state.panels.find((panel) => panel.id === panelId) ?? null;
}
