import { useTranslation } from 'react-i18next';
import type { Work } from '../../model/work';
import { formatNumber, formatWhen } from '../parts/format';
import { About } from './About';

/** One piece that is under way: what it is, how far it has come, and a way to stop it. */
export function WorkRow({ work, onStop }: { work: Work; onStop: () => void }) {
  const { t } = useTranslation('work');
  const name = t(`kind.${work.kind}`);
  return (
    <li aria-labelledby={`work-${work.id}`}>
      <p>
        <b id={`work-${work.id}`}>{name}</b> <About each={work} />
      </p>
      <Progress work={work} />
      <p className="quiet">
        {t(work.status)} {t('since', { when: formatWhen(work.created_at) })}{' '}
        {work.starts > 1 && t('again', { formatted: formatNumber(work.starts) })}
      </p>
      <button type="button" className="btn sm" aria-label={t('stopOne', { name })} onClick={onStop}>
        {t('stop')}
      </button>
    </li>
  );
}

const COUNTED = {
  eval: 'tests',
  improvement: 'attempts',
  rounds: 'rounds',
  indexing: 'pieces',
  import: 'conversations',
  revisit: 'questions',
  export: 'conversations',
} as const;

function Progress({ work: { kind, progress } }: { work: Work }) {
  const { t } = useTranslation('work');
  const counted = kind in COUNTED ? COUNTED[kind as keyof typeof COUNTED] : 'answers';
  const done = formatNumber(progress.done);
  if (progress.of === null) return <p>{t('sofar', { what: t(`counted.${counted}`), done })}</p>;
  const words = t('progress', { what: t(`counted.${counted}`), done, of: formatNumber(progress.of) });
  return (
    <p>
      {words} <progress max={Math.max(progress.of, 1)} value={progress.done} aria-label={words} />
    </p>
  );
}
