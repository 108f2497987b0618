import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { loadEveryone } from '../../commands/advisors';
import { attempt } from '../../commands/refused';
import { findAdvisor, type Panel } from '../../model/workspace';
import { Monogram } from '../parts/Monogram';
import { Page } from '../parts/Page';
import { RouteLink } from '../parts/RouteLink';
import { moveAmongRows } from '../parts/rowKeys';
import { useWorkspace } from '../parts/store';
import { useLibrary } from '../parts/useLibrary';
import { PanelEditor } from './PanelEditor';

/** The panels: all of them at the left, one at the right. */
export function Panels({ id }: { id: string | null }) {
  const { t } = useTranslation('library');
  const { panels, loaded } = useWorkspace(({ panels, loaded }) => ({ panels, loaded }));
  const panel = panels.find((each) => each.id === id) ?? null;
  const known = panel !== null;
  useEffect(() => void attempt(loadEveryone), []);
  return (
    <Page
      title={t('panels.title')}
      lead={t('panels.lead')}
      chosen={id !== null}
      home={{ page: 'panels', id: null }}
      deeds={
        <RouteLink className="btn" to={{ page: 'panels', id: 'new' }}>
          {t('panels.new')}
        </RouteLink>
      }
      list={
        <ul data-rows onKeyDown={moveAmongRows}>
          {panels.map((each, index) => (
            <PanelItem
              key={each.id}
              panel={each}
              current={each.id === id}
              stop={known ? each.id === id : index === 0}
            />
          ))}
        </ul>
      }
    >
      {id === 'new' && <PanelEditor key="new" panel={null} />}
      {panel && <PanelEditor key={panel.id} panel={panel} />}
      {id === null && <p className="help">{t('panels.choose')}</p>}
      {id !== null && id !== 'new' && !known && loaded && <p className="help">{t('panels.missing')}</p>}
    </Page>
  );
}

function PanelItem({ panel, current, stop }: { panel: Panel; current: boolean; stop: boolean }) {
  const { t } = useTranslation('library');
  const seats = useWorkspace((state) => panel.advisor_ids.flatMap((id) => findAdvisor(state, id) ?? []));
  const unsaved = useLibrary((state) => state.edits[`panel:${panel.id}`] !== undefined);
  return (
    <li>
      <RouteLink
        data-row
        className="stack"
        tabIndex={stop ? 0 : -1}
        to={{ page: 'panels', id: panel.id }}
        aria-current={current ? 'page' : undefined}
      >
        <span className="t" dir="auto">
          {panel.name}
        </span>
        <span className="n">{unsaved ? t('notSaved') : panel.default ? t('panels.default') : ''}</span>
        <span className="who">
          {seats.map((each) => (
            <Monogram key={each.id} name={each.name} colour={each.colour} small />
          ))}
        </span>
      </RouteLink>
    </li>
  );
}
