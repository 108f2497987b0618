import { useTranslation } from 'react-i18next';
import type { Card } from '../../commands/cards';

/** What a card becomes, word by word, and what of it has no place here. */
export function CardPreview({ card }: { card: Card }) {
  const { t } = useTranslation('library');
  const told = [
    card.replaced.length > 0 && t('card.replaced', { macros: card.replaced.join(' ') }),
    card.left.length > 0 && t('card.left', { macros: card.left.join(' ') }),
    card.cut.length > 0 && t('card.cut', { fields: card.cut.join(', ') }),
    card.greetings.length > 0 && t('card.greetings', { count: card.greetings.length }),
    card.book_rules.length > 0 && t('card.bookRules', { rules: card.book_rules.join(', ') }),
    card.entries_left > 0 && t('card.entriesLeft', { count: card.entries_left }),
  ];
  return (
    <section className="plan" aria-label={t('card.what')} role="status">
      <h3 dir="auto">{card.name}</h3>
      {card.tagline !== '' && <p dir="auto">{card.tagline}</p>}
      <p className="words" dir="auto">
        {card.description}
      </p>
      {card.notes !== '' && (
        <p className="help" dir="auto">
          {t('card.notes')} {card.notes}
        </p>
      )}
      {told.map((line) => line && <p key={line}>{line}</p>)}
      {card.entries.length > 0 && (
        <ul aria-label={t('card.documents')}>
          {card.entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other name of their own and never move.
            <li key={index} dir="auto">
              <details>
                <summary>
                  <b>{entry.name}</b> <small>{t(`card.kind.${entry.kind}`)}</small>
                </summary>
                <p className="words">{entry.text}</p>
              </details>
              {entry.lost.length > 0 && <small>{t('card.lost', { rules: entry.lost.join(', ') })}</small>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
