import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { loadMemories } from '../../commands/memory';
import { attempt } from '../../commands/refused';
import { groupsOf, type MemoryStatus } from '../../model/memory';
import { formatNumber } from '../parts/format';
import { MemoryRow } from './MemoryRow';
import { MemoryScans } from './MemoryScans';
import { moveAmongMemories } from './memoryKeys';
import { useInbox } from './useInbox';
import { WriteMemory } from './WriteMemory';

/** The memory inbox: what was found and waits, what is used, what was turned down, and how it was found. */
export function MemoryPage({ id }: { id: string | null }) {
  const { t } = useTranslation('memory');
  const { loaded, counts } = useInbox(({ loaded, counts }) => ({ loaded, counts }));
  useEffect(() => void attempt(loadMemories), []);
  const isEmpty = loaded && counts.proposed + counts.accepted + counts.declined + counts.retired === 0;
  return (
    <div className="memory-page">
      <header>
        <h1>{t('title')}</h1>
        <p>{t('lead')}</p>
      </header>
      <MemoryScans id={id} />
      {isEmpty && <p className="nothing">{t('empty')}</p>}
      <Part status="proposed" help={t('proposed.keys')} />
      <Part status="accepted" help={t('accepted.help')} />
      <WriteMemory />
      <Part status="declined" help={t('declined.help')} folded />
      <Part status="retired" help={t('retired.help')} folded />
    </div>
  );
}

function Part({ status, help, folded = false }: { status: MemoryStatus; help: string; folded?: boolean }) {
  const { t } = useTranslation('memory');
  const { memories, loaded } = useInbox(({ memories, loaded }) => ({ memories, loaded }));
  const groups = groupsOf(memories, status);
  const count = groups.reduce((sum, [, group]) => sum + group.length, 0);
  if (count === 0 && (status !== 'proposed' || !loaded || memories.length === 0)) return null;
  const title = (
    <>
      {t(`${status}.title`)} <span className="num">{formatNumber(count)}</span>
    </>
  );
  const list = count === 0 ? <p className="help">{t('proposed.none')}</p> : <Groups status={status} />;
  if (folded) {
    return (
      <details className="part">
        <summary>{title}</summary>
        <p className="help">{help}</p>
        {list}
      </details>
    );
  }
  return (
    <section className="part" aria-label={t(`${status}.title`)}>
      <h2>{title}</h2>
      {count > 0 && <p className="help">{help}</p>}
      {list}
    </section>
  );
}

function Groups({ status }: { status: MemoryStatus }) {
  const { t } = useTranslation('memory');
  const memories = useInbox((state) => state.memories);
  const groups = groupsOf(memories, status);
  const first = groups[0]?.[1][0];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows inside have the focus; this only moves it among them.
    <div data-rows onKeyDown={moveAmongMemories}>
      {groups.map(([kind, group]) => (
        <section key={kind} aria-label={t(`kind.${kind}`)}>
          <h3>{t(`kind.${kind}`)}</h3>
          <ul>
            {group.map((each) => (
              <MemoryRow key={each.id} memory={each} stop={each === first} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
