import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { oneLine, pretty } from '../../model/toolUse';
import type { ToolUse } from '../../protocol/events';
import { WordDiff } from '../parts/WordDiff';

/** What a tool was called with, what it said, and what the advisor read of it. All of it is plain text. */
export function ToolDetails({ use }: { use: ToolUse }) {
  const { t } = useTranslation('tools');
  const said = sayResult(t, use);
  return (
    <>
      {use.allowed === null ? (
        <Arguments use={use} />
      ) : (
        <section>
          <h4>{t('card.changed')}</h4>
          <div className="changed">
            <WordDiff before={pretty(use.arguments)} after={pretty(use.allowed)} />
          </div>
        </section>
      )}
      {use.status !== 'running' && <Text title={said.title} text={said.text} />}
      {use.told !== '' && use.told !== use.result && <Text title={t('card.told')} text={use.told} />}
    </>
  );
}

export function Arguments({ use }: { use: Pick<ToolUse, 'arguments'> }) {
  const { t } = useTranslation('tools');
  if (oneLine(use.arguments) === '') return <p className="quiet">{t('card.noArguments')}</p>;
  return <Text title={t('card.arguments')} text={pretty(use.arguments)} />;
}

/** Words of others, letter by letter: nothing in them is ever read as markup, a link or an image. */
function Text({ title, text }: { title: string; text: string }) {
  return (
    <section>
      <h4>{title}</h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by key. */}
      <pre dir="auto" tabIndex={0}>
        {text}
      </pre>
    </section>
  );
}

function sayResult(t: TFunction<'tools'>, use: ToolUse): { title: string; text: string } {
  if (use.status === 'rejected') {
    // The server writes these two words where nobody decided.
    if (use.result === 'expired') return { title: t('card.why'), text: t('card.expired') };
    if (use.result === 'gone' || use.told === '') return { title: t('card.why'), text: t('card.gone') };
    return { title: t('card.reason'), text: use.result || t('card.noReason') };
  }
  if (use.status === 'error') return { title: t('card.why'), text: use.result || t('card.nothing') };
  return { title: t('card.result'), text: use.result || t('card.nothing') };
}
