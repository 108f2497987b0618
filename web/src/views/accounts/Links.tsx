import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { dropLink, people } from '../../commands/people';
import { Once } from './Once';

/** Links that were just made. Each is told this once. */
export function Links() {
  const { t } = useTranslation('accounts');
  const links = useStore(people, (state) => state.links);
  return links.map((link) => (
    <Once
      key={link.address}
      label={link.whose === '' ? t('link.anybody') : t(`link.${link.kind}`, { whose: link.whose })}
      secret={link.address}
      help={t(`link.${link.kind}Help`)}
      onClose={() => dropLink(link)}
    />
  ));
}
