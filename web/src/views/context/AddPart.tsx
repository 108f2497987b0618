import { useTranslation } from 'react-i18next';
import { Menu, MenuItem } from '../parts/Floating';
import { KINDS, type Letter } from './parts';

export function AddPart({ onAdd }: { onAdd: (letter: Letter) => void }) {
  const { t } = useTranslation('context');
  return (
    <Menu
      trigger={
        <button type="button" className="btn sm">
          {t('builder.add')}
        </button>
      }
    >
      {(Object.keys(KINDS) as Letter[]).map((letter) => (
        <MenuItem key={letter} onClick={() => onAdd(letter)}>
          <span>{t(`builder.kind.${KINDS[letter]}`)}</span>
          <kbd>{letter}</kbd>
        </MenuItem>
      ))}
    </Menu>
  );
}
