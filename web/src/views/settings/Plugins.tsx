import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { loadPlugins, type PluginPackage, plugins } from '../../commands/plugins';
import { attempt } from '../../commands/refused';
import { PackDialog } from './PackDialog';

/** Packages that add something here: what each adds, and why something of it is left out. */
export function Plugins() {
  const { t } = useTranslation('settings');
  const items = useStore(plugins, (state) => state.items);
  const [pack, setPack] = useState<string | null>(null);
  useEffect(() => void attempt(loadPlugins), []);
  const others = items?.filter(({ ours }) => !ours) ?? [];
  return (
    <>
      {items !== null && others.length === 0 && <p>{t('plugins.nothing')}</p>}
      {others.length > 0 && (
        <ul className="plugins" aria-label={t('section.plugins')}>
          {others.map((each) => (
            <Package key={each.name} found={each} onPack={setPack} />
          ))}
        </ul>
      )}
      <PackDialog name={pack} onClose={() => setPack(null)} />
    </>
  );
}

function Package({ found, onPack }: { found: PluginPackage; onPack: (name: string) => void }) {
  const { t } = useTranslation('settings');
  return (
    <li aria-labelledby={`package-${found.name}`}>
      <p>
        <b id={`package-${found.name}`}>{found.name}</b> <span className="quiet">{found.version}</span>{' '}
        {found.why_not === null && <span>{t(found.named ? 'plugins.used' : 'plugins.unused')}</span>}
      </p>
      {found.summary !== '' && <p dir="auto">{found.summary}</p>}
      {found.why_not !== null && <p className="wrong">{found.why_not}</p>}
      {found.why_not === null && (
        <p className="quiet">
          {found.sha256 === null ? t('plugins.moving') : t('plugins.files')}
          {found.sha256 !== null && <code className="hash"> {found.sha256}</code>}
        </p>
      )}
      <ul>
        {found.plugins.map((each) => (
          <li key={`${each.kind} ${each.name}`}>
            <span className="quiet">{t(`plugins.kind.${each.kind}`)}</span> <b>{each.name}</b>{' '}
            {each.why_not === null ? (
              <span dir="auto">
                {each.label} <span className="quiet">{t('plugins.version', { version: each.version })}</span>
              </span>
            ) : (
              <span className={found.named ? 'wrong' : 'quiet'}>{each.why_not}</span>
            )}{' '}
            {each.kind === 'pack' && each.why_not === null && (
              <button
                type="button"
                className="btn quiet"
                aria-label={t('plugins.lookOne', { name: each.label })}
                onClick={() => onPack(each.name)}
              >
                {t('plugins.look')}
              </button>
            )}
          </li>
        ))}
      </ul>
    </li>
  );
}
