import { useTranslation } from 'react-i18next';
import { copySynthesis, tickSynthesis } from '../../commands/synthesis';
import { type Claim, paragraphAt, type Stance } from '../../model/map';
import type { Missed, Synthesis } from '../../model/synthesis';
import { formatNumber } from '../parts/format';
import { useDraft } from '../parts/store';
import { Cite } from './Cite';
import { useWords } from './useMap';

/** What the text says and what it does not; and where it can go from here. */
export function Coverage({ synthesis, onAgain }: { synthesis: Synthesis; onAgain: (instruction: string) => void }) {
  const { t } = useTranslation('synthesis');
  const { coverage, missed } = synthesis;
  const why = new Map(missed.map((each) => [each.number, each]));
  const leftOut = [...synthesis.left_out].sort((a, b) => Number(why.has(b.number)) - Number(why.has(a.number)));
  const share = (some: number, all: number) => t('share', { some: formatNumber(some), all: formatNumber(all) });
  return (
    <aside className="coverage" aria-label={t('covers')}>
      <h3>{t('covers')}</h3>
      <dl className="num">
        <dt>{t('claimsUsed')}</dt>
        <dd>{share(coverage.used, coverage.claims)}</dd>
        <dt>{t('sourced')}</dt>
        <dd>{share(coverage.anchored, coverage.sentences)}</dd>
      </dl>
      <h3>{t('leftOut')}</h3>
      {leftOut.length === 0 && <p className="help">{t('nothingLeftOut')}</p>}
      <ul>
        {leftOut.map((claim) => (
          <LeftOut key={claim.number} turnId={synthesis.turn_id} claim={claim} missed={why.get(claim.number)} />
        ))}
      </ul>
      <Tick synthesis={synthesis} />
      <div className="acts">
        <button type="button" className="btn sm" onClick={() => void copySynthesis(synthesis)}>
          {t('copy')}
        </button>
        <button type="button" className="btn sm" onClick={() => onAgain('')}>
          {t('again')}
        </button>
        {leftOut.length > 0 && (
          <button
            type="button"
            className="btn sm"
            onClick={() => onAgain(t('addWords', { claims: leftOut.map((each) => each.text).join(' ') }))}
          >
            {t('add')}
          </button>
        )}
      </div>
    </aside>
  );
}

function LeftOut({ turnId, claim, missed }: { turnId: string; claim: Claim; missed: Missed | undefined }) {
  const { t } = useTranslation('synthesis');
  return (
    <li dir="auto">
      {missed && <strong className="missed">{t(`missed.${missed.rule}`, { words: missed.words })}</strong>}
      {claim.text}{' '}
      {claim.stances
        .filter((each) => !each.disputed)
        .map((stance) => (
          <Source key={stance.advisor_id} turnId={turnId} stance={stance} />
        ))}
    </li>
  );
}

function Source({ turnId, stance }: { turnId: string; stance: Stance }) {
  const text = useWords(turnId, stance.reply_id);
  return <Cite span={stance} paragraph={text === null ? 1 : paragraphAt(text, stance.start)} />;
}

/** Nothing of it reaches anybody unless this is ticked. */
function Tick({ synthesis }: { synthesis: Synthesis }) {
  const { t } = useTranslation('synthesis');
  const ticked = useDraft().synthesis?.id === synthesis.written_id;
  return (
    <label className="check tick">
      <input type="checkbox" checked={ticked} onChange={() => tickSynthesis(synthesis, !ticked)} />
      <span>
        {t('use')} <small>{t(ticked ? 'used' : 'useHelp')}</small>
      </span>
    </label>
  );
}
