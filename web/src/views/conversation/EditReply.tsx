import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { editReply } from '../../commands/replies';
import { keepEdit, library } from '../../model/library';
import type { Reply } from '../../protocol/events';

/** Other words in place of the advisor's; its own are kept. */
export function EditReply({ reply, onClose }: { reply: Reply; onClose: () => void }) {
  const { t } = useTranslation('conversation');
  // Kept outside the card, which is taken away when its row leaves the window.
  const words = String(useStore(library, (state) => state.edits[`reply:${reply.id}`] ?? reply.edited ?? reply.text));
  const setWords = (now: string) => keepEdit(`reply:${reply.id}`, now);
  const id = useId();
  const save = async () => {
    if (await editReply(reply.id, words)) onClose();
  };
  return (
    <form
      className="field editing"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <label htmlFor={id}>{t('reply.editLabel', { name: reply.name })}</label>
      <textarea
        id={id}
        className="input"
        dir="auto"
        rows={8}
        value={words}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here.
        autoFocus
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onClose();
        }}
      />
      <p className="help">{t('reply.editHelp')}</p>
      <div className="acts">
        <button type="submit" className="btn sm" disabled={words.trim() === ''}>
          {t('reply.save')}
        </button>
        <button type="button" className="btn sm quiet" onClick={onClose}>
          {t('reply.cancel')}
        </button>
      </div>
    </form>
  );
}
