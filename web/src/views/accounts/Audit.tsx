import '../../locales/accounts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { type AuditLine, audit, loadAudit, loadMoreAudit } from '../../commands/people';
import { attempt } from '../../commands/refused';
import { formatMoment, joinWords } from '../parts/format';
import { SinglePage } from '../parts/Page';
import { useSentence } from './useSentence';

/** What was done, the newest first, one sentence each. */
export function Audit() {
  const { t } = useTranslation('accounts');
  const { lines, next } = useStore(audit);
  const [busy, setBusy] = useState(false);
  useEffect(() => void attempt(loadAudit), []);
  const more = async () => {
    setBusy(true);
    await attempt(loadMoreAudit);
    setBusy(false);
  };
  return (
    <SinglePage title={t('audit.title')} lead={t('audit.lead')}>
      <div className="audit">
        {lines === null && <p role="status">{t('loading')}</p>}
        <ol>
          {lines?.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </ol>
        {next !== null && (
          <button type="button" className="btn earlier" disabled={busy} onClick={() => void more()}>
            {t('audit.more')}
          </button>
        )}
      </div>
    </SinglePage>
  );
}

function Line({ line }: { line: AuditLine }) {
  const { t } = useTranslation('accounts');
  const sentence = useSentence(line);
  const from = line.address === '' ? '' : t('audit.from', { address: line.address });
  const by = line.token_id === null ? '' : t('audit.byToken');
  return (
    <li className={line.outcome === 'ok' ? '' : 'refused'}>
      <time dateTime={line.at}>{formatMoment(line.at)}</time>
      <span dir="auto">{sentence}</span>
      <small className="from" title={line.agent || undefined}>
        {joinWords([from, by].filter(Boolean))}
      </small>
    </li>
  );
}
