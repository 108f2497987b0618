import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Import,
  type ImportedConversation,
  isBusy,
  listBrought,
  startImport,
  undoImport,
} from '../../commands/imports';
import { quietly } from '../../commands/quietly';
import { askToRevisit } from '../../commands/revisiting';
import { Confirm } from '../parts/Confirm';
import { formatBytes, formatNumber, formatWhen } from '../parts/format';
import { RouteLink } from '../parts/RouteLink';

/** One file: whose it is, what will come and what cannot, what became of it, and what can be done now. */
export function ImportRow({ found }: { found: Import }) {
  const { t } = useTranslation('settings');
  const facts = [found.label, formatBytes(found.bytes), formatWhen(found.created_at)].filter((each) => each !== '');
  return (
    <li className="imported" aria-labelledby={`import-${found.id}`}>
      <p>
        <b id={`import-${found.id}`}>{found.name}</b> <span className="quiet">{facts.join(' · ')}</span>
      </p>
      {found.error === null ? (
        <p role={isBusy(found) ? 'status' : undefined}>{t(`imports.status.${found.status}`)}</p>
      ) : (
        <p className="wrong">{found.error.message}</p>
      )}
      <Contents found={found} />
      {(found.counts.imported ?? 0) > 0 && <Brought found={found} />}
      <Deeds found={found} />
    </li>
  );
}

function Contents({ found: { report, counts, status, importer } }: { found: Import }) {
  const { t } = useTranslation('settings');
  if (report === null) return null;
  const n = formatNumber;
  const lines = [
    t('imports.what', {
      conversations: n(report.conversations + report.branches),
      turns: n(report.turns),
      replies: n(report.replies),
    }),
    status === 'ready' &&
      t('imports.fates', { new: n(counts.new ?? 0), grown: n(counts.grown ?? 0), known: n(counts.known ?? 0) }),
    (counts.imported ?? 0) > 0 && t('imports.came', { count: counts.imported }),
    (counts.kept ?? 0) > 0 && t('imports.kept', { count: counts.kept }),
    report.files_missing > 0 && t('imports.missing', { count: report.files_missing }),
    tally(report.left) !== '' && t('imports.left', { what: tally(report.left) }),
    tally(report.unknown_fields) !== '' &&
      t(importer === 'antiphon' ? 'imports.carried' : 'imports.unknown', { what: tally(report.unknown_fields) }),
  ];
  return lines.map((line) => line && <p key={line}>{line}</p>);
}

/** The conversations that came, each with a way to ask a panel what was asked there. They are read when opened. */
function Brought({ found: { id } }: { found: Import }) {
  const { t } = useTranslation('settings');
  const [items, setItems] = useState<readonly ImportedConversation[] | null>(null);
  const open = () => items === null && void quietly(async () => setItems(await listBrought(id)));
  return (
    <details onToggle={open}>
      <summary>{t('imports.brought')}</summary>
      <ul>
        {items?.map((each) => (
          <BroughtRow key={each.number} conversation={each} />
        ))}
      </ul>
    </details>
  );
}

function BroughtRow({ conversation: { conversation_id: id, title } }: { conversation: ImportedConversation }) {
  const { t } = useTranslation('settings');
  const name = title || t('imports.untitled');
  if (id === null) return null;
  return (
    <li>
      <RouteLink className="link" to={{ page: 'conversation', id, turnId: null }} dir="auto">
        {name}
      </RouteLink>{' '}
      <button
        type="button"
        className="btn sm"
        aria-label={t('imports.revisitOne', { title: name })}
        onClick={() => askToRevisit(id, name)}
      >
        {t('imports.revisit')}
      </button>
    </li>
  );
}

function tally(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${formatNumber(count)}`)
    .join(', ');
}

function Deeds({ found }: { found: Import }) {
  const { t } = useTranslation('settings');
  const { name, counts, status } = found;
  const fresh = (counts.new ?? 0) + (counts.grown ?? 0);
  if (isBusy(found)) return null;
  const brought = (counts.imported ?? 0) > 0;
  return (
    <div>
      {status === 'ready' && fresh > 0 && (
        <button
          type="button"
          className="btn"
          aria-label={t('imports.startOne', { name })}
          onClick={() => void startImport(found)}
        >
          {t('imports.start')}
        </button>
      )}{' '}
      {brought ? (
        <Confirm
          word={t('imports.undo')}
          question={t('imports.undoSure', { name })}
          onYes={() => void undoImport(found)}
        />
      ) : (
        <button
          type="button"
          className="btn quiet"
          aria-label={t('imports.forgetOne', { name })}
          onClick={() => void undoImport(found)}
        >
          {t('imports.forget')}
        </button>
      )}
    </div>
  );
}
