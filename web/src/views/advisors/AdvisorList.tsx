import { useTranslation } from 'react-i18next';
import type { Advisor } from '../../model/workspace';
import { Monogram } from '../parts/Monogram';
import { RouteLink } from '../parts/RouteLink';
import { moveAmongRows } from '../parts/rowKeys';
import { useWorkspace } from '../parts/store';
import { useLibrary } from '../parts/useLibrary';

export function AdvisorList({ chosen }: { chosen: string | null }) {
  const { t } = useTranslation('library');
  const advisors = useWorkspace((state) => state.advisors);
  const archived = useLibrary((state) => state.archived);
  return (
    <>
      <Rows advisors={advisors} chosen={chosen} />
      {archived.length > 0 && (
        <>
          <h2>{t('advisors.awayTitle')}</h2>
          <Rows advisors={archived} chosen={chosen} />
        </>
      )}
    </>
  );
}

function Rows({ advisors, chosen }: { advisors: readonly Advisor[]; chosen: string | null }) {
  const { t } = useTranslation('library');
  const edits = useLibrary((state) => state.edits);
  const known = advisors.some((each) => each.id === chosen);
  return (
    <ul data-rows onKeyDown={moveAmongRows}>
      {advisors.map((each, index) => (
        <li key={each.id}>
          <RouteLink
            data-row
            tabIndex={(known ? each.id === chosen : index === 0) ? 0 : -1}
            to={{ page: 'advisors', id: each.id }}
            aria-current={each.id === chosen ? 'page' : undefined}
          >
            <Monogram name={each.name} colour={each.colour} hollow={each.archived} />
            <span className="t" dir="auto">
              {each.name}
              <small>{each.tagline}</small>
            </span>
            {edits[`advisor:${each.id}`] !== undefined && <span className="n">{t('notSaved')}</span>}
          </RouteLink>
        </li>
      ))}
    </ul>
  );
}
