import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { addInstruction, loadInstructions } from '../../commands/instructions';
import { attempt } from '../../commands/refused';
import { type Instruction, reminders } from '../../model/reminders';
import { InstructionRow } from './InstructionRow';

/** Instructions for every conversation, then those of this one, each in the order in which they are sent. */
export function InstructionList({ here }: { here: string | null }) {
  const { t } = useTranslation('reminders');
  const all = useStore(reminders, (state) => state.instructions);
  useEffect(() => void attempt(() => loadInstructions(here)), [here]);
  const everywhere = all?.filter((each) => each.conversation_id === null) ?? [];
  const own = all?.filter((each) => each.conversation_id !== null && each.conversation_id === here) ?? [];
  return (
    <>
      {all?.length === 0 && <p className="help">{t('instructions.empty')}</p>}
      <Part title={t('instructions.everywhere')} list={everywhere} here={here} />
      {here !== null && <Part title={t('instructions.here')} list={own} here={here} />}
      <NewInstruction here={here} />
    </>
  );
}

function Part({ title, list, here }: { title: string; list: readonly Instruction[]; here: string | null }) {
  if (list.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="label">{title}</h3>
      <ol className="instructions">
        {list.map((each, index) => (
          <InstructionRow
            key={each.id}
            instruction={each}
            here={here}
            isFirst={index === 0}
            isLast={index === list.length - 1}
          />
        ))}
      </ol>
    </section>
  );
}

function NewInstruction({ here }: { here: string | null }) {
  const { t } = useTranslation('reminders');
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const [isOwn, setOwn] = useState(false);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const done = await addInstruction(here, { name, text, conversationId: isOwn ? here : null });
    if (!done) return;
    // What was typed meanwhile is the next one.
    setName((now) => (now === name ? '' : now));
    setText((now) => (now === text ? '' : now));
  };
  return (
    <form className="fields new" aria-label={t('instructions.new')} onSubmit={(event) => void add(event)}>
      <label className="field">
        <span className="label">{t('instructions.newText')}</span>
        <textarea
          className="input"
          dir="auto"
          rows={3}
          maxLength={20_000}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <label className="field">
        <span className="label">{t('instructions.name')}</span>
        <input
          className="input"
          dir="auto"
          maxLength={300}
          placeholder={t('instructions.nameHelp')}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      {here !== null && (
        <label className="check">
          <input type="checkbox" checked={isOwn} onChange={(event) => setOwn(event.target.checked)} />
          <span>{t('instructions.onlyHere')}</span>
        </label>
      )}
      <button type="submit" className="btn" disabled={text.trim() === ''}>
        {t('add')}
      </button>
    </form>
  );
}
