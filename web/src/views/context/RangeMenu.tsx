import { Menu as BaseMenu } from '@base-ui/react/menu';
import { useTranslation } from 'react-i18next';
import type { Mark } from '../../protocol/events';
import { MenuCaption, MenuItem } from '../parts/Floating';

interface Props {
  at: { x: number; y: number };
  caption: string;
  onMark: (mark: Mark | null) => void;
  onClose: () => void;
}

const CHOICES = [
  ['in', 'i'],
  ['out', 'x'],
  ['pin', 'p'],
  ['none', 'Backspace'],
] as const;

/** What to do with the stretch that was dragged over. */
export function RangeMenu({ at, caption, onMark, onClose }: Props) {
  const { t } = useTranslation('context');
  const anchor = { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) };
  return (
    <BaseMenu.Root open onOpenChange={(open) => !open && onClose()}>
      <BaseMenu.Portal>
        <BaseMenu.Positioner className="layer" anchor={anchor} side="left" align="start" collisionPadding={8}>
          <BaseMenu.Popup className="menu" aria-label={caption}>
            <MenuCaption>{caption}</MenuCaption>
            {CHOICES.map(([mark, key]) => (
              <MenuItem key={mark} onClick={() => onMark(mark === 'none' ? null : mark)}>
                <span>{t(`ribbon.menu.${mark}`)}</span>
                <kbd>{key}</kbd>
              </MenuItem>
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}
