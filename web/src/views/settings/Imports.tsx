import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { bringFiles, followImports, imports } from '../../commands/imports';
import { formatPercent } from '../parts/format';
import { ImportRow } from './ImportRow';

/** Exports of other programs: choose one, see what is in it, import it, take it back. */
export function Imports() {
  const { t } = useTranslation('settings');
  const { items, importers, sending } = useStore(imports);
  useEffect(followImports, []);
  return (
    <>
      {importers.length > 0 && (
        <p className="quiet">{t('imports.programs', { names: importers.map(({ label }) => label).join(', ') })}</p>
      )}
      <Choose disabled={sending !== null} />
      {sending !== null && (
        <p role="status">{t('imports.sending', { name: sending.name, share: formatPercent(sending.share) })}</p>
      )}
      {items?.length === 0 && sending === null && <p>{t('imports.nothing')}</p>}
      {items !== null && items.length > 0 && (
        <ul aria-label={t('imports.list')}>
          {items.map((each) => (
            <ImportRow key={each.id} found={each} />
          ))}
        </ul>
      )}
    </>
  );
}

function Choose({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation('settings');
  const input = useRef<HTMLInputElement>(null);
  return (
    <p>
      <button type="button" className="btn" disabled={disabled} onClick={() => input.current?.click()}>
        {t('imports.add')}
      </button>
      <input
        ref={input}
        className="vh"
        type="file"
        multiple
        tabIndex={-1}
        aria-label={t('imports.add')}
        onChange={(event) => {
          void bringFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </p>
  );
}
