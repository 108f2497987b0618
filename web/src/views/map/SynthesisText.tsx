import { useTranslation } from 'react-i18next';
import type { Sentence, Synthesis } from '../../model/synthesis';
import { joinWords } from '../parts/format';
import { Cite } from './Cite';

/** The text: sentence by sentence with its sources; what nobody said is dotted, and what says more is named. */
export function SynthesisText({ synthesis }: { synthesis: Synthesis }) {
  const { paragraphs, mode } = synthesis;
  if (mode === 'checklist') {
    return (
      <ul className="text checklist">
        {paragraphs.map(({ sentences }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what was written does not move.
          <li key={at} dir="auto">
            <Sentences sentences={sentences} synthesis={synthesis} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <div className="text">
      {paragraphs.map(({ sentences }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        <p key={at} dir="auto">
          <Sentences sentences={sentences} synthesis={synthesis} />
        </p>
      ))}
    </div>
  );
}

function Sentences({ sentences, synthesis }: { sentences: readonly Sentence[]; synthesis: Synthesis }) {
  const { t } = useTranslation('synthesis');
  return sentences.map(({ text, own, unsourced, support, anchors }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above.
    <span key={at}>
      {own ? (
        <>
          <span className="own">{text}</span>
          <span className="own-word" title={t('ownHelp')}>
            {t('own')}
          </span>
        </>
      ) : (
        text
      )}
      {anchors.map((anchor) => (
        <Cite key={`${anchor.reply_id} ${anchor.start} ${anchor.end}`} span={anchor} paragraph={anchor.paragraph} />
      ))}
      {(support === 'more' || support === 'contradicts') && (
        <span className="own-word" title={t('support.help', { model: synthesis.analysis?.model ?? '' })}>
          {t(`support.${support}`)}
        </span>
      )}
      {unsourced.length > 0 && (
        <span className="own-word" title={t(synthesis.is_held ? 'unsourcedHeld' : 'unsourcedHelp')}>
          {t('unsourced', { figures: joinWords(unsourced) })}
        </span>
      )}{' '}
    </span>
  ));
}
