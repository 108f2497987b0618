import '../../locales/keys';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keysOf } from '../../commands/keymap';
import { closeOverlay } from '../../commands/keys/palette';
import { bindKeys, resetAllKeys, resetKeys } from '../../commands/keys/rebind';
import { COMMANDS, type Command } from '../../commands/registry';
import { prefer } from '../../model/preferences';
import { notify } from '../../model/screen';
import { Dialog } from '../parts/Floating';
import { joinWords } from '../parts/format';
import { score } from '../parts/score';
import { usePreferences } from '../parts/store';
import { Find } from './Find';
import { KeyList } from './Keys';
import { Recorder } from './Recorder';

/** Every command with its keys, to be changed. */
export function KeyEditor() {
  const { t } = useTranslation('keys');
  const [words, setWords] = useState('');
  const [recording, record] = useState<{ id: string; beside: boolean } | null>(null);
  const shown = COMMANDS.filter((command) => score(words, [t(`title.${command.id}`)]) > 0);
  const resetAll = () => {
    resetAllKeys();
    notify(t('editor.resetDone'));
  };
  return (
    <Dialog open onClose={closeOverlay} title={t('editor.title')} kind="wide" className="help">
      <p className="muted">{t('editor.lead')}</p>
      <Letters />
      <Find label={t('editor.find')} words={words} onChange={setWords}>
        <span className="sp" />
        <button type="button" className="btn sm" onClick={resetAll}>
          {t('editor.resetAll')}
        </button>
        <button type="button" className="btn sm" onClick={closeOverlay}>
          {t('editor.close')} <kbd>Esc</kbd>
        </button>
      </Find>
      <ul className="bindings">
        {shown.map((command) => (
          <Binding
            key={command.id}
            command={command}
            recording={recording?.id === command.id ? recording : null}
            onRecord={(beside) => record({ id: command.id, beside })}
            onDone={() => record(null)}
          />
        ))}
      </ul>
    </Dialog>
  );
}

function Letters() {
  const { t } = useTranslation('keys');
  const id = useId();
  const letters = usePreferences((state) => state.modeKeys);
  return (
    <div className="check">
      <input
        id={id}
        type="checkbox"
        checked={letters}
        aria-describedby={`${id}-help`}
        onChange={(event) => prefer({ modeKeys: event.target.checked })}
      />
      <label htmlFor={id}>{t('editor.letters')}</label>
      <span id={`${id}-help`} className="muted">
        {t('editor.lettersHelp')}
      </span>
    </div>
  );
}

interface Props {
  command: Command;
  recording: { beside: boolean } | null;
  onRecord: (beside: boolean) => void;
  onDone: () => void;
}

function Binding({ command, recording, onRecord, onDone }: Props) {
  const { t } = useTranslation(['keys', 'shell']);
  const chosen = usePreferences((state) => state.keys);
  const title = t(`title.${command.id}`);
  const keys = keysOf(command, chosen);
  const changed = command.id in chosen;
  return (
    <li className="binding">
      <span className="what">
        {title}{' '}
        <small>{command.modes.length < 3 && joinWords(command.modes.map((each) => t(`shell:mode.${each}`)))}</small>
      </span>
      <span className="has">
        <KeyList keys={keys} />
        {changed && <span className="muted">{t('editor.changed')}</span>}
      </span>
      {recording ? (
        <Recorder command={command} beside={recording.beside} onDone={onDone} />
      ) : (
        <span className="acts">
          <button
            type="button"
            className="btn sm"
            aria-label={t('editor.changeFor', { title })}
            onClick={() => onRecord(false)}
          >
            {t('editor.change')}
          </button>
          {keys.length > 0 && (
            <button
              type="button"
              className="btn sm quiet"
              aria-label={t('editor.addFor', { title })}
              onClick={() => onRecord(true)}
            >
              {t('editor.add')}
            </button>
          )}
          {keys.length > 0 && (
            <button
              type="button"
              className="btn sm quiet"
              aria-label={t('editor.noneFor', { title })}
              onClick={() => bindKeys(command, [])}
            >
              {t('editor.none')}
            </button>
          )}
          {changed && (
            <button
              type="button"
              className="btn sm quiet"
              aria-label={t('editor.resetFor', { title })}
              onClick={() => resetKeys(command)}
            >
              {t('editor.reset')}
            </button>
          )}
        </span>
      )}
    </li>
  );
}
