import '../../locales/keys';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isTyped, keysOf } from '../../commands/keymap';
import { ALL, type FixedKey } from '../../commands/keys/command';
import { COMMANDS, type Command, FIXED, type Group } from '../../commands/registry';
import type { Mode } from '../../model/screen';
import { joinWords } from '../parts/format';
import { score } from '../parts/score';
import { usePreferences, useScreen } from '../parts/store';
import { Find } from './Find';
import { KeyList } from './Keys';

const GROUPS: readonly Group[] = ['modes', 'open', 'write', 'move', 'mark', 'answer', 'look'];

/** Every command with its keys as they are now, found by its words. */
export function KeyTable() {
  const { t } = useTranslation(['keys', 'shell']);
  const mode = useScreen((state) => state.mode);
  const letters = usePreferences((state) => state.modeKeys);
  const [words, setWords] = useState('');
  const rows = useRows().filter((row) => score(words, [row.title, ...row.keys]) > 0);
  return (
    <>
      <Find label={t('help.find')} words={words} onChange={setWords}>
        <p className="muted">
          {t('help.now', { mode: t(`shell:mode.${mode}`) })} {!letters && t('help.lettersOff')}
        </p>
      </Find>
      {rows.length === 0 && <p role="status">{t('help.findNothing')}</p>}
      <div className="keygroups">
        {GROUPS.map((group) => (
          <KeyGroup key={group} group={group} rows={rows.filter((row) => row.group === group)} mode={mode} />
        ))}
      </div>
      {words === '' && <Escape />}
    </>
  );
}

interface Row {
  readonly id: string;
  readonly title: string;
  readonly group: Group;
  readonly keys: readonly string[];
  readonly modes: readonly Mode[];
}

function useRows(): readonly Row[] {
  const { t } = useTranslation('keys');
  const { chosen, letters } = usePreferences((state) => ({ chosen: state.keys, letters: state.modeKeys }));
  const ofCommand = (command: Command): Row => ({
    id: command.id,
    title: t(`title.${command.id}`),
    group: command.group,
    keys: keysOf(command, chosen).filter((key) => letters || !isTyped(key)),
    modes: command.modes,
  });
  const ofFixed = ({ id, mode, keys }: FixedKey): Row => ({
    id: `fixed ${mode} ${id}`,
    title: t(`fixed.${id}`),
    group: mode === 'command' ? 'modes' : 'write',
    keys,
    modes: [mode],
  });
  return [...COMMANDS.map(ofCommand).filter((row) => row.keys.length > 0), ...FIXED.map(ofFixed)];
}

function KeyGroup({ group, rows, mode }: { group: Group; rows: readonly Row[]; mode: Mode }) {
  const { t } = useTranslation(['keys', 'shell']);
  if (rows.length === 0) return null;
  return (
    <section>
      <h3>{t(`group.${group}`)}</h3>
      <dl>
        {rows.map((row) => (
          <div key={row.id} className={row.modes.includes(mode) ? 'acting' : ''}>
            <dt>
              {row.title}
              {row.modes.length < ALL.length && (
                <small>{joinWords(row.modes.map((each) => t(`shell:mode.${each}`)))}</small>
              )}
            </dt>
            <dd>
              <KeyList keys={row.keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Escape() {
  const { t } = useTranslation('keys');
  return (
    <section className="prose">
      <h3>{t('help.escTitle')}</h3>
      <ol>
        {t('help.esc', { returnObjects: true }).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
      <p>{t('help.fieldNote')}</p>
    </section>
  );
}
