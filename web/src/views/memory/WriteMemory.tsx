import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { writeMemory } from '../../commands/memory';
import { attempt } from '../../commands/refused';
import { KINDS, LONGEST, type MemoryKind } from '../../model/memory';

/** Something the person writes down themselves. */
export function WriteMemory() {
  const { t } = useTranslation('memory');
  const [kind, setKind] = useState<MemoryKind>('fact');
  const [text, setText] = useState('');
  const write = async () => {
    if (await attempt(() => writeMemory(kind, text))) setText('');
  };
  return (
    <form
      className="write"
      aria-label={t('write.title')}
      onSubmit={(event) => {
        event.preventDefault();
        void write();
      }}
    >
      <select
        className="input"
        aria-label={t('write.kind')}
        value={kind}
        onChange={(event) => setKind(event.target.value as MemoryKind)}
      >
        {KINDS.map((each) => (
          <option key={each} value={each}>
            {t(`one.${each}`)}
          </option>
        ))}
      </select>
      <input
        className="input"
        aria-label={t('write.text')}
        placeholder={t('write.text')}
        value={text}
        maxLength={LONGEST}
        dir="auto"
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="btn" disabled={text.trim() === ''}>
        {t('write.add')}
      </button>
    </form>
  );
}
