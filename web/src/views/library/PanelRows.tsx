import { useTranslation } from 'react-i18next';
import { choosePanel } from '../../commands/panel';
import { conversation } from '../../model/conversation';
import { defaultPanel, findAdvisor, type Panel } from '../../model/house';
import { go, route } from '../../model/route';
import { screen } from '../../model/screen';
import { joinWords } from '../parts/format';
import { Monogram } from '../parts/Monogram';
import { useConversation, useDraft, useHouse } from '../parts/store';
import { RouteLink } from './RouteLink';
import { moveAmongRows } from './rows';

/** The panels: a click asks that one from the next message on. */
export function PanelRows() {
  const { t } = useTranslation('library');
  const panels = useHouse((state) => state.panels);
  const id = useConversation((state) => state.id);
  const { panelId } = useDraft();
  const current = useHouse((state) =>
    id === null
      ? (state.panels.find((each) => each.id === panelId)?.id ?? defaultPanel(state)?.id)
      : state.conversations.find((each) => each.id === id)?.panel_id,
  );
  return (
    <section className="panels" data-part="panels">
      <h2>
        {t('panels.title')}
        <RouteLink className="deed" to={{ page: 'panels', id: null }}>
          {t('panels.edit')}
        </RouteLink>
      </h2>
      <ul data-rows onKeyDown={moveAmongRows}>
        {panels.map((panel, index) => (
          <PanelRow key={panel.id} panel={panel} stop={index === 0} current={panel.id === current} />
        ))}
      </ul>
    </section>
  );
}

function PanelRow({ panel, stop, current }: { panel: Panel; stop: boolean; current: boolean }) {
  const { t } = useTranslation('library');
  const seats = useHouse((state) => panel.advisor_ids.flatMap((id) => findAdvisor(state, id) ?? []));
  const names = joinWords(seats.map((each) => each.name));
  return (
    <li className="panel-row">
      <button
        type="button"
        className="row"
        data-row
        tabIndex={stop ? 0 : -1}
        aria-current={current ? 'true' : undefined}
        title={names}
        onClick={() => void choose(panel)}
      >
        <span className="t" dir="auto">
          {panel.name}
        </span>
        <span className="n num">
          {seats.length}
          <span className="vh"> {t('panels.with', { names })}</span>
        </span>
        <span className="who">
          {seats.map((each) => (
            <Monogram key={each.id} name={each.name} colour={each.colour} small />
          ))}
        </span>
      </button>
    </li>
  );
}

async function choose(panel: Panel): Promise<void> {
  screen.setState({ drawer: false });
  await choosePanel(conversation.getState().id, panel.id);
  if (route.getState().now.page !== 'conversation') go({ page: 'conversation', id: null, turnId: null });
}
