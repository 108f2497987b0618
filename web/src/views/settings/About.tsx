import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { configuration } from '../../commands/settings';
import { useWorkspace } from '../parts/store';

/** What this runs on. */
export function About() {
  const { t } = useTranslation('settings');
  const status = useWorkspace((state) => state.status);
  const file = useStore(configuration, (state) => state.file);
  const folder = useStore(configuration, (state) => state.list.find((each) => each.name === 'data_dir')?.value);
  return (
    <dl className="facts">
      {status && (
        <>
          <Fact name={t('about.version')} value={status.version} />
          <Fact
            name={t('about.database')}
            value={status.database === 'postgresql' ? t('about.postgresql') : t('about.sqlite')}
          />
          <Fact name={t('about.rehearsal')} value={status.rehearsal ? t('about.scripted') : t('about.real')} />
        </>
      )}
      {folder && <Fact name={t('about.folder')} value={String(folder)} code />}
      {file && <Fact name={t('about.file')} value={file} code />}
    </dl>
  );
}

function Fact({ name, value, code = false }: { name: string; value: string; code?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir={code ? 'ltr' : 'auto'} className={code ? 'mono' : ''}>
        {value}
      </dd>
    </div>
  );
}
