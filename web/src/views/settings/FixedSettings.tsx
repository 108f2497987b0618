import { useTranslation } from 'react-i18next';
import type { Setting } from '../../commands/settings';
import { saySource, sayValue } from './words';

const GROUPS = ['server', 'models', 'replies', 'nodes', 'logs', 'sending', 'spending', 'advanced'] as const;

/** What is read once, as it is in force, folded by subject. */
export function FixedSettings({ list }: { list: readonly Setting[] }) {
  const { t } = useTranslation('settings');
  return GROUPS.map((group) => {
    const own = list.filter((setting) => setting.group === group);
    if (own.length === 0) return null;
    return (
      <details key={group} className="folded">
        <summary>
          {t(`group.${group}`)} <span className="muted">{t('fixed.show', { count: own.length })}</span>
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
        <section className="wide" tabIndex={0} aria-label={t(`group.${group}`)}>
          <table className="figures fixedlist">
            <thead>
              <tr>
                <th scope="col">{t('fixed.name')}</th>
                <th scope="col">{t('fixed.value')}</th>
                <th scope="col">{t('fixed.source')}</th>
              </tr>
            </thead>
            <tbody>
              {own.map((setting) => (
                <OneFixed key={setting.name} setting={setting} />
              ))}
            </tbody>
          </table>
        </section>
      </details>
    );
  });
}

function OneFixed({ setting }: { setting: Setting }) {
  const { t } = useTranslation('settings');
  return (
    <tr id={`setting-${setting.name}`}>
      <th scope="row" className="which">
        <code dir="ltr">{setting.name}</code>
        <p className="described">{setting.description}</p>
      </th>
      <td className="said" dir="auto">
        {sayValue(t, setting)}
      </td>
      <td>{saySource(t, setting)}</td>
    </tr>
  );
}
