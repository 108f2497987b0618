import { useTranslation } from 'react-i18next';
import type { Quorum } from '../../model/map';
import { Explained } from '../parts/Explained';
import { joinWords } from '../parts/format';

type Missing = Quorum['missing'][number];

/** Who was heard, before anything that was said: the first thing to know about a map or a synthesis. */
export function QuorumNote({ quorum }: { quorum: Quorum }) {
  const { t } = useTranslation('map');
  const { asked, answered, missing, cut, trimmed, suspected } = quorum;
  const isWhole = missing.length + cut.length + trimmed.length + suspected.length === 0;
  return (
    <div className={isWhole ? 'quorum whole' : 'quorum'} role="note" aria-label={t('quorum.label')}>
      <p className="big num">
        {t('quorum.count', { answered, asked })} <small>{t('quorum.voices', { count: asked })}</small>
      </p>
      <ul>
        {isWhole && <li>{t('quorum.everybody')}</li>}
        {missing.map((each) => (
          <li key={each.advisor_id}>
            <b dir="auto">{t('quorum.missing', { name: each.name })}</b> <Reason missing={each} />
          </li>
        ))}
        {cut.map(({ advisor_id: id, name, state }) => (
          <li key={id}>
            <b dir="auto">{t('quorum.cut', { name })}</b> <span>({t(`why.${state}`)})</span>
          </li>
        ))}
        {trimmed.map(({ advisor_id: id, name, turns }) => (
          <li key={id}>{t('quorum.trimmed', { name, count: turns })}</li>
        ))}
        {suspected.map(({ advisor_id: id, name }) => (
          <li key={id}>{t('quorum.suspected', { name })}</li>
        ))}
        <Unchecked quorum={quorum} />
      </ul>
      <Confidence quorum={quorum} />
    </div>
  );
}

/** What became of it, with the short name of what went wrong for who asks. */
function Reason({ missing: { state, code } }: { missing: Missing }) {
  const { t } = useTranslation('map');
  const why = t(`why.${state as 'empty'}`, { defaultValue: state });
  return <span>({code ? <Explained title={why} code={code} /> : why})</span>;
}

function Unchecked({ quorum: { missing, is_selective: isSelective } }: { quorum: Quorum }) {
  const { t } = useTranslation('map');
  if (missing.length === 0) return null;
  const names = joinWords(missing.map((each) => each.name));
  return (
    <li className="so">
      {t('quorum.unchecked', { names })} {isSelective && t('quorum.selective')}
    </li>
  );
}

function Confidence({ quorum: { confidence, was } }: { quorum: Quorum }) {
  const { t } = useTranslation('map');
  const isLower = confidence !== was;
  const now = t(`confidence.${confidence}`);
  return (
    <p className="conf">
      {t(isLower ? 'quorum.lowered' : 'quorum.confidence')}{' '}
      <b>{isLower ? t('quorum.was', { confidence: now, before: t(`confidence.${was}`) }) : now}</b>
    </p>
  );
}
