import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteForGood, readEverything } from '../../commands/deleteForGood';
import { closeOverlay } from '../../commands/keys/palette';
import { attempt } from '../../commands/refused';
import words from '../../locales/en/deleting.json';
import { i18n } from '../../locales/i18n';
import { deleting } from '../../model/deleting';
import { draftOf, isBlank } from '../../model/draft';
import { emit } from '../../model/signals';
import type { EverythingAnswer } from '../../protocol/generated/answers';
import { Dialog } from '../parts/Floating';
import { formatNumber } from '../parts/format';
import { useDeeds } from '../parts/useDeeds';
import './deleting.css';

i18n.addResourceBundle('en', 'deleting', words);

/** What goes, what stays, and the one button that does it. */
export function DeleteDialog() {
  const { t } = useTranslation(['deleting', 'library']);
  const [{ id, title }] = useState(deleting.getState);
  const [found, setFound] = useState<EverythingAnswer | null>(null);
  const { problem, busy, run } = useDeeds();
  useEffect(() => {
    void attempt(async () => setFound(await readEverything(id))).then((went) => went || closeOverlay());
  }, [id]);
  const erase = () =>
    run(async () => {
      await deleteForGood(id);
      closeOverlay();
      emit('deleted', id);
    });
  return (
    <Dialog open onClose={closeOverlay} title={t('deleting:title', { title })} className="deleting">
      <p>{t('deleting:lead')}</p>
      {found === null ? (
        <p role="status">{t('deleting:loading')}</p>
      ) : (
        <>
          <Counts title={t('deleting:goes')} rows={goes(found, !isBlank(draftOf(id)))} />
          <Counts title={t('deleting:stays')} rows={stays(found)} />
          <p className="quiet">
            {found.in_flight && `${t('deleting:inFlight')} `}
            {t('deleting:backups')}
          </p>
        </>
      )}
      {problem !== null && (
        <p className="wrong" role="alert">
          {problem}
        </p>
      )}
      <div className="acts">
        <button type="button" className="btn danger" disabled={busy || found === null} onClick={() => void erase()}>
          {busy ? t('deleting:busy') : t('deleting:yes')}
        </button>
        <button type="button" className="btn quiet" onClick={closeOverlay}>
          {t('library:cancel')}
        </button>
      </div>
    </Dialog>
  );
}

type Word =
  | 'turns'
  | 'receipts'
  | 'files'
  | 'analyses'
  | 'todos'
  | 'instructions'
  | 'proposed'
  | 'draft'
  | 'decisions'
  | 'memories'
  | 'tests'
  | 'shared'
  | 'branches'
  | 'cost';
type Row = readonly [Word, number | null];

const goes = (all: EverythingAnswer, draft: boolean): Row[] => [
  ['turns', all.turns],
  ['receipts', all.receipts],
  ['files', all.files],
  ['analyses', all.analyses],
  ['todos', all.todos],
  ['instructions', all.instructions],
  ['proposed', all.proposed_memories],
  ...(draft ? [['draft', null] as const] : []),
];

const stays = ({ stays, receipts }: EverythingAnswer): Row[] => [
  ['branches', stays.branches.length],
  ['decisions', stays.decisions],
  ['memories', stays.memories],
  ['tests', stays.tests],
  ['shared', stays.shared_files],
  ...(receipts > 0 ? [['cost', null] as const] : []),
];

/** Only what there is; a row without a number is there or is not. */
function Counts({ title, rows }: { title: string; rows: readonly Row[] }) {
  const { t } = useTranslation('deleting');
  const there = rows.filter(([, count]) => count !== 0);
  if (there.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {there.map(([word, count]) => (
          <li key={word}>
            <span>{t(word)}</span>
            {count !== null && <span className="num">{formatNumber(count)}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
