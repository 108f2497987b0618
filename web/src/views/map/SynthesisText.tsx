import { useTranslation } from 'react-i18next';
import type { Sentence, Synthesis } from '../../model/synthesis';
import { joinWords } from '../parts/format';
import { Cite } from './Cite';

/** The text: sentence by sentence with its sources; what nobody said is dotted and named. */
export function SynthesisText({ synthesis: { paragraphs, mode } }: { synthesis: Synthesis }) {
  if (mode === 'checklist') {
    return (
      <ul className="text checklist">
        {paragraphs.map(({ sentences }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what was written does not move.
          <li key={at} dir="auto">
            <Sentences sentences={sentences} />
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
          <Sentences sentences={sentences} />
        </p>
      ))}
    </div>
  );
}

function Sentences({ sentences }: { sentences: readonly Sentence[] }) {
  const { t } = useTranslation('synthesis');
  return sentences.map(({ text, own, unsourced, anchors }, at) => (
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
      {unsourced.length > 0 && (
        <span className="own-word" title={t('unsourcedHelp')}>
          {t('unsourced', { figures: joinWords(unsourced) })}
        </span>
      )}{' '}
    </span>
  ));
}
