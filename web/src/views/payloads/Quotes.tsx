import '../../locales/inspector';
import { useTranslation } from 'react-i18next';
import type { QuoteAnswer } from '../../protocol/generated/answers';
import { formatNumber, joinWords } from '../parts/format';

/** Another voice in the reference block; what each rule would take is known before it is sent. */
export type ShownQuote = Pick<QuoteAnswer, 'advisor_id' | 'name' | 'rule'> &
  Partial<Pick<QuoteAnswer, 'tokens' | 'rules'>>;

/** By which rule each voice is quoted, what that takes, and what the other rules would. */
export function Quotes({ quotes }: { quotes: readonly ShownQuote[] }) {
  const { t } = useTranslation('inspector');
  if (quotes.length === 0) return null;
  return (
    <ul className="quotes" aria-label={t('quote.list')}>
      {quotes.map((quote) => (
        <li key={quote.advisor_id}>
          <bdi>{quote.name}</bdi> <b>{t(`quote.${quote.rule}`)}</b>{' '}
          {quote.tokens !== undefined && <span className="num">{formatNumber(quote.tokens)}</span>}
          <Others quote={quote} />
        </li>
      ))}
    </ul>
  );
}

function Others({ quote: { rule, rules } }: { quote: ShownQuote }) {
  const { t } = useTranslation('inspector');
  const others = RULES.filter((each) => each !== rule && each !== 'none' && rules?.[each] !== undefined);
  if (others.length === 0) return null;
  const ways = others.map((each) =>
    t('quote.way', { rule: t(`quote.${each}`), tokens: formatNumber(rules?.[each] ?? 0) }),
  );
  return <span className="muted"> · {t('quote.other', { ways: joinWords(ways) })}</span>;
}

const RULES = ['whole', 'ends', 'claims', 'sentences', 'none'] as const;
