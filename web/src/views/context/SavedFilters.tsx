import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteFilter, readSavedFilters, type SavedFilter, saveFilter } from '../../commands/filter';
import { attempt } from '../../commands/refused';
import { notify } from '../../model/screen';
import { Query } from './Query';

const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_-]*$/u;

/** Filters kept under a name: apply, delete, and keep the one on the line. */
export function SavedFilters({ line, onApply }: { line: string; onApply: (name: string) => void }) {
  const { t } = useTranslation('context');
  const [saved, setSaved] = useState<readonly SavedFilter[]>([]);
  const [name, setName] = useState('');
  const read = useCallback(() => void attempt(async () => setSaved(await readSavedFilters())), []);
  useEffect(read, [read]);
  const wrong = name !== '' && !NAME.test(name);
  const save = async () => {
    if (name === '' || wrong || !(await saveFilter(name, line))) return;
    notify(t('builder.savedAs', { name }));
    setName('');
    read();
  };
  const remove = async (gone: string) => {
    if (await deleteFilter(gone)) read();
  };
  return (
    <section className="saved">
      <h3>{t('builder.saved')}</h3>
      {saved.length === 0 && <p className="muted">{t('builder.savedNone')}</p>}
      <ul>
        {saved.map((each) => (
          <li key={each.name}>
            <button
              type="button"
              className="link"
              aria-label={t('builder.apply', { name: each.name })}
              onClick={() => onApply(each.name)}
            >
              @{each.name}
            </button>
            <code className="query">
              <Query line={each.line} />
            </code>
            <button
              type="button"
              className="btn sm quiet"
              aria-label={t('builder.delete', { name: each.name })}
              onClick={() => void remove(each.name)}
            >
              {t('builder.deleteWord')}
            </button>
          </li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <input
          className="input"
          aria-label={t('builder.saveName')}
          placeholder={t('builder.saveName')}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <button type="submit" className="btn sm" disabled={name === '' || wrong || line === ''}>
          {t('builder.save')}
        </button>
      </form>
      {wrong && (
        <p className="msg" role="status">
          {t('builder.badName')}
        </p>
      )}
    </section>
  );
}
