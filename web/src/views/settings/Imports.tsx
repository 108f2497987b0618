import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { bringFiles, followImports, imports } from '../../commands/imports';
import { ChooseFiles } from '../parts/ChooseFiles';
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
      <p className="choose">
        <ChooseFiles
          label={t('imports.add')}
          disabled={sending !== null}
          onChoose={(files) => void bringFiles(files)}
        />
      </p>
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
