import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { decideMemory } from '../../commands/memory';
import { LONGEST, type Memory } from '../../model/memory';
import { isComposing } from '../parts/composing';

/** Other words for a memory; one that waits is accepted with them. */
export function EditMemory({ memory, onEnd }: { memory: Memory; onEnd: () => void }) {
  const { t } = useTranslation('memory');
  const [text, setText] = useState(memory.text);
  const isWaiting = memory.status === 'proposed';
  const save = async () => {
    const change = { text, ...(isWaiting && { status: 'accepted' as const }) };
    if (await decideMemory(memory, change)) onEnd();
  };
  return (
    <form
      className="edit"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (isComposing(event) || event.key !== 'Escape') return;
        event.stopPropagation();
        onEnd();
      }}
    >
      <input
        className="input"
        aria-label={t('words')}
        value={text}
        maxLength={LONGEST}
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: the person asked to edit this.
        autoFocus
        onChange={(event) => setText(event.target.value)}
      />
      <div className="acts">
        <button type="submit" className="btn sm" disabled={text.trim() === ''}>
          {t(isWaiting ? 'acceptSo' : 'saveWords')}
        </button>
        <button type="button" className="btn sm quiet" onClick={onEnd}>
          {t('cancel')}
        </button>
      </div>
    </form>
  );
}
