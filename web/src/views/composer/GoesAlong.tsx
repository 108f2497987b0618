import { useTranslation } from 'react-i18next';
import { formatNumber, joinWords } from '../parts/format';
import { sayThinking } from '../parts/sayThinking';
import { useDraft } from '../parts/store';
import { useHasTools } from '../tools/ToolChip';
import { type AlongItem, CHIPS } from './useAlong';

interface Props {
  items: readonly AlongItem[];
  open: boolean;
  onFlip: () => void;
}

/** What is sent besides the message, in one sentence; pressed, each part of it can be left out of this send. */
export function GoesAlong({ items, open, onFlip }: Props) {
  const { t } = useTranslation('composer');
  const { synthesis, thinking } = useDraft();
  const hasTools = useHasTools();
  if (items.length === 0 && synthesis === null && thinking === null && !hasTools) return null;
  const sent = items.filter((each) => !each.isOff && !each.isEmpty);
  const names = sent.map(({ item }) => t(`along.${item}`));
  if (synthesis !== null) names.push(t('along.synthesis'));
  if (hasTools) names.push(t('along.tools'));
  if (thinking !== null) names.push(sayThinking(thinking));
  const tokens = sent.reduce((sum, each) => sum + each.tokens, 0);
  const figure = tokens > 0 ? formatNumber(tokens) : '';
  const sentence = names.length === 0 ? t('along.none') : `${t('along.lead')} ${joinWords(names)}`;
  const label = `${sentence} ${figure}`.trim();
  return (
    <button
      type="button"
      className="along"
      aria-label={label}
      aria-expanded={open}
      aria-controls={CHIPS}
      title={t('along.change')}
      onClick={onFlip}
    >
      {names.length === 0 ? (
        <span className="what">{t('along.none')}</span>
      ) : (
        <>
          <span className="lead">{t('along.lead')}</span> <span className="what">{joinWords(names)}</span>
        </>
      )}{' '}
      {figure !== '' && <span className="num">{figure}</span>}
      <svg viewBox="0 0 10 10" aria-hidden="true">
        <path d="M1 3l4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.4" />
      </svg>
    </button>
  );
}
