import { Command as Menu } from 'cmdk';
import { useTranslation } from 'react-i18next';
import { renameConversation } from '../../commands/conversations';
import { closeOverlay } from '../../commands/keys/palette';
import { useConversation } from '../parts/store';

/** What the open conversation shall be called. */
export function TitleList({ words }: { words: string }) {
  const { t } = useTranslation('keys');
  const id = useConversation((state) => state.id);
  const title = words.trim();
  if (id === null || title === '') return null;
  const rename = () => {
    closeOverlay();
    void renameConversation(id, title);
  };
  return (
    <Menu.Item value="title:new" forceMount onSelect={rename}>
      <span className="what">{t('palette.callIt', { title })}</span>
    </Menu.Item>
  );
}
