import '../../locales/evals';
import { useTranslation } from 'react-i18next';
import { archiveAdvisor, unarchiveAdvisor } from '../../commands/advisors';
import type { Advisor } from '../../model/workspace';
import { joinNames } from '../parts/counts';
import { Monogram } from '../parts/Monogram';
import { RouteLink } from '../parts/RouteLink';
import { useWorkspace } from '../parts/store';

/** Who this is, on which panels, and the way out of them. */
export function AdvisorPlace({ advisor }: { advisor: Advisor }) {
  const { t } = useTranslation(['library', 'evals']);
  const panels = useWorkspace((state) => state.panels.filter((panel) => panel.advisor_ids.includes(advisor.id)));
  return (
    <div className="advisor-head">
      <Monogram name={advisor.name} colour={advisor.colour} hollow={advisor.archived} />
      <h2 dir="auto">{advisor.name}</h2>
      <p className="muted">
        {t('versions.one', { version: advisor.version })}
        {' · '}
        {advisor.archived
          ? t('advisors.away')
          : panels.length === 0
            ? t('advisors.nowhere')
            : t('advisors.on', { names: joinNames(panels.map((panel) => panel.name)) })}
        {' · '}
        <RouteLink className="link" to={{ page: 'evals', id: advisor.id, caseId: null }}>
          {t('evals:title')}
        </RouteLink>
      </p>
      <button
        type="button"
        className="btn sm"
        onClick={() => void (advisor.archived ? unarchiveAdvisor(advisor) : archiveAdvisor(advisor))}
      >
        {advisor.archived ? t('advisors.unarchive') : t('advisors.archive')}
      </button>
    </div>
  );
}
