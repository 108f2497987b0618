import { useTranslation } from 'react-i18next';
import { changeDraft, type Item } from '../../model/draft';
import { isReminderItem, type ReminderItem } from '../../model/reminders';
import { formatNumber } from '../parts/format';
import { useConversation, useDraft } from '../parts/store';
import { ToolChip, useHasTools } from '../tools/ToolChip';
import { ReminderChip } from './ReminderChip';
import { SynthesisChip } from './SynthesisChip';
import { type AlongItem, CHIPS } from './useAlong';

/** What goes along with the message, each to be left out of this send. */
export function Chips({ items }: { items: readonly AlongItem[] }) {
  const { t } = useTranslation('composer');
  const id = useConversation((state) => state.id);
  const { off, synthesis } = useDraft();
  const hasTools = useHasTools();
  const flip = (item: Item) =>
    changeDraft(id, { off: off.includes(item) ? off.filter((each) => each !== item) : [...off, item] });
  return (
    <ul className="chips" id={CHIPS} aria-label={t('chips.lead')}>
      {items.map(({ item, tokens, isOff }) => (
        <li key={item}>
          {isReminderItem(item) ? (
            <ReminderChip item={item} off={isOff} tokens={tokens} onFlip={() => flip(item)} />
          ) : (
            <Chip item={item} off={isOff} tokens={tokens} onFlip={flip} />
          )}
        </li>
      ))}
      {synthesis && (
        <li>
          <SynthesisChip ticked={synthesis} />
        </li>
      )}
      {hasTools && (
        <li>
          <ToolChip />
        </li>
      )}
    </ul>
  );
}

type PlainItem = Exclude<Item, ReminderItem>;

interface ChipProps {
  item: PlainItem;
  off: boolean;
  /** 0 when it is not known. */
  tokens: number;
  onFlip: (item: PlainItem) => void;
}

function Chip({ item, off, tokens, onFlip }: ChipProps) {
  const { t } = useTranslation('composer');
  return (
    <button
      type="button"
      className={off ? 'chip offed' : 'chip'}
      aria-pressed={!off}
      title={t(`chips.about.${item}`)}
      onClick={() => onFlip(item)}
    >
      <b>{t(`chips.${item}`)}</b> {tokens > 0 && <span className="num">{formatNumber(tokens)}</span>}{' '}
      <span className="vh">{t(off ? 'chips.off' : 'chips.on')}</span>
    </button>
  );
}
