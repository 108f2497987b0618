import { useTranslation } from 'react-i18next';
import type { Span } from '../../model/map';
import { monogramIn } from '../../model/workspace';
import { formatNumber } from '../parts/format';
import { useWorkspace } from '../parts/store';
import { Quoted } from './Quoted';
import { useVoice } from './useVoice';

/** Where a sentence comes from: two letters and a paragraph, and behind them the words. */
export function Cite({ span, paragraph }: { span: Span; paragraph: number }) {
  const { t } = useTranslation('synthesis');
  const { name, palette } = useVoice(span.advisor_id);
  const letters = useWorkspace((state) => monogramIn(state, name));
  return (
    <Quoted
      span={span}
      trigger={
        <button
          type="button"
          className={`cite a-${palette}`}
          aria-label={`${letters} ¶${formatNumber(paragraph)}, ${t('source', { name, paragraph })}`}
        >
          {letters} ¶{formatNumber(paragraph)}
        </button>
      }
    />
  );
}
