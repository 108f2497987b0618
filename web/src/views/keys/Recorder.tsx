import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findConflicts, isReserved, keyOf, keysOf } from '../../commands/keymap';
import { giveKey } from '../../commands/keys/rebind';
import { COMMANDS, type Command } from '../../commands/registry';
import { joinNames } from '../parts/counts';
import { useKeyWords } from './Keys';

interface Props {
  command: Command;
  /** Another key beside those it has, instead of a new one in their place. */
  beside: boolean;
  onDone: () => void;
}

/** Waits for the new key. One that means something else already is asked about first. */
export function Recorder({ command, beside, onDone }: Props) {
  const { t } = useTranslation('keys');
  const sayKey = useKeyWords();
  const [key, setKey] = useState<string | null>(null);
  const taken = key === null ? [] : findConflicts(COMMANDS, command, key);
  const give = (wanted: string, from: readonly Command[]) => {
    giveKey(command, wanted, { beside, from });
    onDone();
  };
  const hear = (pressed: string) => {
    if (keysOf(command).includes(pressed)) onDone();
    else if (findConflicts(COMMANDS, command, pressed).length === 0 && !isReserved(pressed)) give(pressed, []);
    else setKey(pressed);
  };
  if (key === null) return <Listener title={t(`title.${command.id}`)} onKey={hear} onCancel={onDone} />;
  const titles = joinNames(taken.map((each) => t(`title.${each.id}`)));
  return (
    <span className="acts" role="alert">
      {taken.length > 0 && <span>{t('editor.taken', { key: sayKey(key), titles })}</span>}
      {isReserved(key) && <span>{t('editor.reserved', { key: sayKey(key) })}</span>}
      <Focused label={t('editor.take')} onClick={() => give(key, taken)} />
      <button type="button" className="btn sm" onClick={onDone}>
        {t('editor.cancel')}
      </button>
    </span>
  );
}

function Listener({ title, onKey, onCancel }: { title: string; onKey: (key: string) => void; onCancel: () => void }) {
  const { t } = useTranslation('keys');
  const field = useRef<HTMLButtonElement>(null);
  useEffect(() => field.current?.focus(), []);
  const listen = (event: KeyboardEvent) => {
    const key = keyOf(event.nativeEvent);
    // Tab leaves as it does everywhere, so nobody is caught here.
    if (key === null || key === 'Tab' || key === 'Shift+Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Escape') onCancel();
    else onKey(key);
  };
  return (
    <button
      ref={field}
      type="button"
      className="btn sm recording"
      aria-label={`${t('editor.recording', { title })}. ${t('editor.press')}`}
      onKeyDown={listen}
      onBlur={onCancel}
    >
      {t('editor.press')}
    </button>
  );
}

function Focused({ label, onClick }: { label: string; onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <button ref={button} type="button" className="btn sm primary" onClick={onClick}>
      {label}
    </button>
  );
}
