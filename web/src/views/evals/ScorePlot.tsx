import { useTranslation } from 'react-i18next';
import type { Score } from '../../model/evals';
import { formatNumber } from '../parts/format';
import { Plot, Ticks } from '../parts/Plot';

const HEIGHT = 130;
const LEFT = 40;
const TOP = 22;
const STEP = 64;
const FEWEST = 6;
const SIDE = 9;
const TICKS = [0, 0.5, 1] as const;
// More would be a line without squares; the table has all of them.
const MOST = 12;

const up = (score: number) => TOP + HEIGHT - score * HEIGHT;

/** A square for each run above the version it tested; the line goes through the newest run of each. */
export function ScorePlot({ scores }: { scores: readonly Score[] }) {
  const { t } = useTranslation('evals');
  const versions = [...new Set(scores.map((each) => each.version))].toSorted((a, b) => a - b).slice(-MOST);
  const shown = scores.filter((each) => versions.includes(each.version));
  const across = (version: number) => LEFT + STEP * (versions.indexOf(version) + 0.5);
  const newest = versions.map((version) => shown.findLast((each) => each.version === version) as Score);
  const width = STEP * Math.max(versions.length, FEWEST);
  const label = t('history.plot');
  return (
    <Plot label={label} width={LEFT + width + 30} height={TOP + HEIGHT + 34}>
      <g className="frame">
        <Ticks ticks={TICKS} from={LEFT} to={LEFT + width} up={up} say={(tick) => formatNumber(tick, 1)} />
        <text className="axis" x={LEFT} y={TOP - 9}>
          {t('history.scoreAxis')}
        </text>
        {versions.map((version) => (
          <text key={version} x={across(version)} y={TOP + HEIGHT + 18} textAnchor="middle">
            {formatNumber(version)}
          </text>
        ))}
        <text className="axis" x={LEFT + width} y={TOP + HEIGHT + 32} textAnchor="end">
          {t('history.versionAxis')}
        </text>
      </g>
      <polyline points={newest.map((each) => `${across(each.version)},${up(each.score)}`).join(' ')} />
      {shown.map((each) => (
        <rect
          key={each.id}
          className={newest.includes(each) ? 'newest' : 'then'}
          x={across(each.version) - SIDE / 2}
          y={up(each.score) - SIDE / 2}
          width={SIDE}
          height={SIDE}
        />
      ))}
      {newest.map((each) => (
        <text key={each.id} className="figure" x={across(each.version) + SIDE} y={up(each.score)} dy="4">
          {formatNumber(each.score, 2)}
        </text>
      ))}
    </Plot>
  );
}
