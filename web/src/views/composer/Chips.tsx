import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { changeDraft, type Item } from '../../model/draft';
import type { PreviewState } from '../../model/preview';
import { isReminderItem, KIND_OF, type ReminderItem } from '../../model/reminders';
import { formatNumber } from '../parts/format';
import { useConversation, useDraft, usePreview } from '../parts/store';
import { ToolChip, useHasTools } from '../tools/ToolChip';
import { ReminderChip } from './ReminderChip';
import { SynthesisChip } from './SynthesisChip';

const ITEMS: readonly Item[] = ['reference', 'state', 'memory', 'instructions', 'todo', 'documents'];

/** What goes along with the message, each to be left out of this send. */
export function Chips() {
  const { t } = useTranslation('composer');
  const id = useConversation((state) => state.id);
  const { off, synthesis } = useDraft();
  const tokens = usePreview((state) => ITEMS.map((item) => (state.conversationId === id ? weigh(state, item) : 0)));
  const known = useKnown(id, tokens);
  const kinds = usePreview(({ conversationId, latest }) =>
    conversationId === id ? [...new Set(latest?.reminders.map((each) => each.kind))] : [],
  );
  const has = (item: Item) => isReminderItem(item) && kinds.includes(KIND_OF[item]);
  const items = ITEMS.filter((item, at) => tokens[at] || off.includes(item) || has(item));
  const hasTools = useHasTools();
  if (items.length === 0 && !hasTools && synthesis === null) return null;
  const flip = (item: Item) =>
    changeDraft(id, { off: off.includes(item) ? off.filter((each) => each !== item) : [...off, item] });
  return (
    <ul className="chips" aria-label={t('chips.lead')}>
      <li className="lead" aria-hidden="true">
        {t('chips.lead')}
      </li>
      {items.map((item) => (
        <li key={item}>
          {isReminderItem(item) ? (
            <ReminderChip
              item={item}
              off={off.includes(item)}
              tokens={known[ITEMS.indexOf(item)] ?? 0}
              onFlip={() => flip(item)}
            />
          ) : (
            <Chip item={item} off={off.includes(item)} tokens={known[ITEMS.indexOf(item)] ?? 0} onFlip={flip} />
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

/** What each item took when it was last sent along: one that is switched off still says what that saves. */
function useKnown(id: string | null, tokens: readonly number[]): readonly number[] {
  const last = useRef<{ id: string | null; tokens: readonly number[] }>({ id, tokens });
  const before = last.current.id === id ? last.current.tokens : [];
  const known = tokens.map((count, at) => count || (before[at] ?? 0));
  useEffect(() => {
    last.current = { id, tokens: known };
  });
  return known;
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

/** The most any voice gets of it; 0 when nobody does. */
function weigh({ latest }: PreviewState, item: Item): number {
  const found = latest?.advisors.flatMap((advisor) => advisor.items.filter((each) => each.kind === item)) ?? [];
  return Math.max(0, ...found.map((each) => each.tokens));
}
