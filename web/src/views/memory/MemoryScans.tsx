import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { followScans, scanMemory } from '../../commands/memory';
import { isScanning } from '../../model/memory';
import { go } from '../../model/route';
import { useWorkspace } from '../parts/store';
import { MemoryScanEntry } from './MemoryScanEntry';
import { useInbox } from './useInbox';

const SHOWN = 3;

/** Have a conversation read, and see what was sent for it. */
export function MemoryScans({ id }: { id: string | null }) {
  const { t } = useTranslation('memory');
  const entries = useWorkspace((state) => state.conversations);
  const scans = useInbox((state) => state.scans);
  const [all, setAll] = useState(false);
  const chosen = id ?? entries[0]?.id ?? null;
  useEffect(() => (chosen === null ? undefined : followScans(chosen)), [chosen]);
  if (chosen === null) return <p className="help">{t('scan.noConversation')}</p>;
  const busy = isScanning(scans);
  return (
    <section className="part scans" aria-label={t('scan.title')}>
      <h2>{t('scan.title')}</h2>
      <div className="bar">
        <label>
          {t('scan.which')}{' '}
          <select
            className="input"
            value={chosen}
            onChange={(event) => go({ page: 'memory', id: event.target.value }, { replace: true })}
          >
            {entries.every((each) => each.id !== chosen) && <option value={chosen}>{t('scan.this')}</option>}
            {entries.map((each) => (
              <option key={each.id} value={each.id}>
                {each.title || each.opening || t('scan.untitled')}
              </option>
            ))}
          </select>
        </label>
        <button type="button" className="btn" disabled={busy} onClick={() => void scanMemory(chosen)}>
          {t(busy ? 'scan.reading' : 'scan.now')}
        </button>
      </div>
      {scans.length === 0 && <p className="help">{t('scan.never')}</p>}
      <ul>
        {scans.slice(0, all ? scans.length : SHOWN).map((each) => (
          <MemoryScanEntry key={each.id} scan={each} onAgain={() => void scanMemory(chosen)} />
        ))}
      </ul>
      {scans.length > SHOWN && !all && (
        <button type="button" className="link" onClick={() => setAll(true)}>
          {t('scan.older')}
        </button>
      )}
    </section>
  );
}
