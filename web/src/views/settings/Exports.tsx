import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import {
  type ExportedFile,
  exportedFiles,
  fileAddress,
  followExports,
  forgetExport,
  signatureAddress,
  writeEverything,
} from '../../commands/exports';
import { formatBytes, formatNumber, formatWhen } from '../parts/format';

/** Take everything along: choose a format, have the file written, save it. */
export function Exports() {
  const { t } = useTranslation('settings');
  const { items, exporters } = useStore(exportedFiles);
  const [format, setFormat] = useState('archive');
  const choice = useId();
  useEffect(followExports, []);
  const isWriting = items?.some(({ status }) => status === 'writing') ?? false;
  return (
    <section aria-labelledby={`${choice}-title`}>
      <h3 id={`${choice}-title`}>{t('exports.title')}</h3>
      <p className="quiet">{t('exports.lead')}</p>
      <p className="choose">
        <label htmlFor={choice}>{t('exports.format')}</label>{' '}
        <select id={choice} className="input" value={format} onChange={(event) => setFormat(event.target.value)}>
          {exporters.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>{' '}
        <button type="button" className="btn" disabled={isWriting} onClick={() => void writeEverything(format)}>
          {t('exports.make')}
        </button>
      </p>
      {items?.length === 0 && <p>{t('exports.nothing')}</p>}
      {items !== null && items.length > 0 && (
        <ul aria-label={t('exports.list')}>
          {items.map((each) => (
            <ExportRow key={each.id} found={each} />
          ))}
        </ul>
      )}
    </section>
  );
}

function ExportRow({ found }: { found: ExportedFile }) {
  const { t } = useTranslation('settings');
  const { name, status } = found;
  const facts = [status === 'done' ? formatBytes(found.bytes) : '', formatWhen(found.created_at)];
  return (
    <li className="imported" aria-labelledby={`export-${found.id}`}>
      <p>
        <b id={`export-${found.id}`}>{name}</b>{' '}
        <span className="quiet">{facts.filter((each) => each !== '').join(' · ')}</span>
      </p>
      <State found={found} />
      {status !== 'writing' && (
        <div>
          {status === 'done' && (
            <>
              <a className="btn" href={fileAddress(found)} download aria-label={t('exports.fetchOne', { name })}>
                {t('exports.fetch')}
              </a>{' '}
              {found.signature !== null && (
                <a className="btn quiet" href={signatureAddress(found)} download>
                  {t('exports.signature')}
                </a>
              )}{' '}
            </>
          )}
          <button
            type="button"
            className="btn quiet"
            aria-label={t('exports.forgetOne', { name })}
            onClick={() => void forgetExport(found)}
          >
            {t('exports.forget')}
          </button>
        </div>
      )}
    </li>
  );
}

function State({ found }: { found: ExportedFile }) {
  const { t } = useTranslation('settings');
  if (found.error !== null) return <p className="wrong">{found.error.message}</p>;
  if (found.status === 'writing')
    return (
      <p role="status">
        {t('exports.writing', { written: formatNumber(found.written), of: formatNumber(found.of ?? 0) })}
      </p>
    );
  return <p className="quiet">{t('exports.until', { when: formatWhen(found.kept_until) })}</p>;
}
