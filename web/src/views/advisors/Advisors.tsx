import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadEveryone } from '../../commands/advisors';
import { attempt } from '../../commands/refused';
import { findAdvisor } from '../../model/workspace';
import { address } from '../../protocol/request';
import { Page } from '../parts/Page';
import { RouteLink } from '../parts/RouteLink';
import { useWorkspace } from '../parts/store';
import { useLibrary } from '../parts/useLibrary';
import { AdvisorEditor } from './AdvisorEditor';
import { AdvisorList } from './AdvisorList';
import { CardDialog } from './CardDialog';
import { ImportDialog } from './ImportDialog';
import { Versions } from './Versions';

/** Who may speak: everyone at the left, one of them at the right. */
export function Advisors({ id }: { id: string | null }) {
  const { t } = useTranslation('library');
  const [importing, setImporting] = useState(false);
  const [card, setCard] = useState(false);
  const active = useWorkspace((state) => (id === null ? null : findAdvisor(state, id)));
  const away = useLibrary((state) => state.archived.find((each) => each.id === id) ?? null);
  const loaded = useWorkspace((state) => state.loaded);
  const advisor = active ?? away;
  useEffect(() => void attempt(loadEveryone), []);
  return (
    <Page
      title={t('advisors.title')}
      lead={t('advisors.lead')}
      chosen={id !== null}
      home={{ page: 'advisors', id: null }}
      deeds={
        <>
          <RouteLink className="btn" to={{ page: 'advisors', id: 'new' }}>
            {t('advisors.new')}
          </RouteLink>
          <button type="button" className="btn quiet" onClick={() => setImporting(true)}>
            {t('import.open')}
          </button>
          <button type="button" className="btn quiet" onClick={() => setCard(true)}>
            {t('card.open')}
          </button>
          <a className="btn quiet" href={address('GET /v1/advisors/export', {})} download>
            {t('export')}
          </a>
        </>
      }
      list={<AdvisorList chosen={id} />}
    >
      {id === 'new' && <AdvisorEditor key="new" advisor={null} />}
      {advisor && (
        <>
          <AdvisorEditor key={advisor.id} advisor={advisor} />
          <Versions advisor={advisor} />
          <HandOut id={advisor.id} />
        </>
      )}
      {id === null && <p className="help">{t('advisors.choose')}</p>}
      {id !== null && id !== 'new' && advisor === null && loaded && <p className="help">{t('advisors.missing')}</p>}
      <ImportDialog open={importing} onClose={() => setImporting(false)} />
      <CardDialog open={card} onClose={() => setCard(false)} />
    </Page>
  );
}

/** The advisor as a character card, for other programs. */
function HandOut({ id }: { id: string }) {
  const { t } = useTranslation('library');
  return (
    <section aria-labelledby="hand-out">
      <h2 id="hand-out">{t('card.out')}</h2>
      <p className="help">{t('card.outHelp')}</p>
      <p>
        {(['png', 'json'] as const).map((form) => (
          <a
            key={form}
            className="btn quiet"
            download
            href={address('GET /v1/advisors/{advisor_id}/card', { path: { advisor_id: id }, query: { form } })}
          >
            {t(`card.${form}`)}
          </a>
        ))}
      </p>
    </section>
  );
}
