import '../../locales/work';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { followOperations, operations, type Seen } from '../../commands/operations';
import { formatBytes, formatNumber, formatPercent, formatSeconds } from '../parts/format';
import { Figures } from './Figures';
import { ThingRow } from './ThingRow';
import { ageOf, useKind } from './words';

/** The whole installation: who runs it, what goes on, what waits, what is slow, what fails, and how much room there is. */
export function Operations() {
  const { t } = useTranslation('work');
  const { seen, problem } = useStore(operations);
  const place = useRef<HTMLDivElement>(null);
  const looking = useInView(place);
  useEffect(() => (looking ? followOperations() : undefined), [looking]);
  return (
    <div className="operations" ref={place}>
      {problem !== null && <p role="alert">{problem}</p>}
      {seen === null && problem === null && <p role="status">{t('loading')}</p>}
      {seen !== null && (
        <>
          <UnderWayList seen={seen} />
          <Queue seen={seen} />
          <Nodes seen={seen} />
          <Providers seen={seen} />
          <Errors seen={seen} />
          <Disk seen={seen} />
        </>
      )}
    </div>
  );
}

/** Nobody is asked about what nobody looks at: the page has other sections. */
function useInView(place: RefObject<HTMLElement | null>): boolean {
  const [inView, setInView] = useState(false);
  useEffect(() => {
    if (place.current === null) return;
    const observer = new IntersectionObserver((entries) => setInView(entries.some((each) => each.isIntersecting)));
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);
  return inView;
}

function UnderWayList({ seen }: { seen: Seen }) {
  const { t } = useTranslation('settings');
  const all = seen.counts.reduce((sum, each) => sum + each.count, 0);
  const shown = seen.under_way.length;
  return (
    <section aria-labelledby="operations-under-way">
      <h3 id="operations-under-way">{t('operations.underWay')}</h3>
      {shown === 0 && <p className="none">{t('operations.idle')}</p>}
      <ul className="things">
        {seen.under_way.map((each) => (
          <ThingRow key={each.id} thing={each} seen={seen} />
        ))}
      </ul>
      {all > shown && (
        <p className="none">{t('operations.more', { shown: formatNumber(shown), all: formatNumber(all) })}</p>
      )}
    </section>
  );
}

function Queue({ seen }: { seen: Seen }) {
  const { t } = useTranslation('settings');
  const kind = useKind();
  return (
    <Figures
      title={t('operations.queue')}
      empty={t('operations.nothingWaits')}
      columns={[t('operations.what'), t('operations.waiting'), t('operations.oldest')]}
      rows={seen.queue.map((each) => ({
        key: each.kind,
        cells: [kind(each.kind), formatNumber(each.count), ageOf(seen, each.oldest_at)],
      }))}
    />
  );
}

const NODE_COLUMNS = ['node', 'version', 'running', 'seen', 'turns', 'work'] as const;

function Nodes({ seen }: { seen: Seen }) {
  const { t } = useTranslation('settings');
  return (
    <Figures
      title={t('operations.nodes')}
      empty=""
      columns={NODE_COLUMNS.map((each) => t(`operations.${each}`))}
      rows={seen.nodes.map((each) => ({
        key: each.id,
        caution: each.state !== 'alive',
        cells: [
          <span key="id">
            <code dir="ltr">{each.id}</code>{' '}
            <small>{each.answers ? t('operations.here') : t(`operations.state.${each.state}`)}</small>
          </span>,
          each.version ?? '–',
          ageOf(seen, each.started_at),
          each.answers ? t('operations.now') : t('operations.ago', { age: ageOf(seen, each.seen_at) }),
          formatNumber(each.turns),
          formatNumber(each.work),
        ],
      }))}
    />
  );
}

// One request in five, as the alarm has it; and the longest anybody likes to wait for a first word.
const MANY_FAILED = 0.2;
const LONG_SECONDS = 16;
const PROVIDER_COLUMNS = ['connection', 'requests', 'failed', 'first', 'slow', 'whole', 'problem'] as const;

function Providers({ seen }: { seen: Seen }) {
  const { t } = useTranslation('settings');
  return (
    <Figures
      title={t('operations.providers')}
      empty={t('operations.nobodyAsked')}
      columns={PROVIDER_COLUMNS.map((each) => t(`operations.${each}`))}
      rows={seen.providers.map((each) => ({
        key: each.name,
        caution: each.failed / each.requests > MANY_FAILED || (each.first_word_seconds ?? 0) > LONG_SECONDS,
        cells: [
          each.name,
          formatNumber(each.requests),
          formatPercent(each.failed / each.requests),
          inSeconds(each.first_word_seconds),
          inSeconds(each.slow_first_word_seconds),
          inSeconds(each.whole_seconds),
          <code key="problem" dir="ltr">
            {each.last_problem ?? ''}
          </code>,
        ],
      }))}
    />
  );
}

function inSeconds(seconds: number | null): string {
  return seconds === null ? '–' : formatSeconds(seconds);
}

function Errors({ seen }: { seen: Seen }) {
  const { t } = useTranslation('settings');
  const kind = useKind();
  const place = ({ source, where }: Seen['errors'][number]) => {
    if (source === 'log') return t('operations.log');
    return source === 'work' ? kind(where ?? '') : where;
  };
  return (
    <Figures
      title={t('operations.errors')}
      empty={t('operations.noErrors')}
      columns={[t('operations.where'), t('operations.code'), t('operations.times'), t('operations.last')]}
      rows={seen.errors.map((each) => ({
        key: `${each.source} ${each.where} ${each.code}`,
        cells: [
          place(each),
          <code key="code" dir="ltr">
            {each.code}
          </code>,
          formatNumber(each.count),
          t('operations.ago', { age: ageOf(seen, each.last_at) }),
        ],
      }))}
    />
  );
}

function Disk({ seen: { disk } }: { seen: Seen }) {
  const { t } = useTranslation('settings');
  const { free_bytes: free, total_bytes: total } = disk;
  return (
    <section aria-labelledby="operations-disk">
      <h3 id="operations-disk">{t('operations.disk')}</h3>
      {disk.database !== 'ok' && (
        <p className="unwritable">
          {t('operations.trouble')} <code dir="ltr">{disk.database}</code>
        </p>
      )}
      <dl className="room-left">
        <Fact name={t('operations.database')} value={formatBytes(disk.database_bytes)} />
        <Fact name={t('operations.documents')} value={formatBytes(disk.document_bytes)} />
        <Fact name={t('operations.files')} value={formatNumber(disk.documents)} />
        {free !== null && total !== null && (
          <Fact
            name={t('operations.free')}
            value={t('operations.of', { free: formatBytes(free), total: formatBytes(total) })}
          />
        )}
      </dl>
    </section>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
