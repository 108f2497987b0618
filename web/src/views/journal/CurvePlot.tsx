import { useTranslation } from 'react-i18next';
import type { Calibration } from '../../model/journal';
import { formatPercent } from '../parts/format';
import { Plot, Ticks } from '../parts/Plot';
import { formatDay } from './days';

const WIDTH = 300;
const HEIGHT = 150;
const LEFT = 46;
const TOP = 22;
const TICKS = [0, 50, 100] as const;
// Two words at the ends of two lines need this much between them.
const APART = 15;

const up = (percent: number) => TOP + HEIGHT - (percent / 100) * HEIGHT;

/** What the person says and what is right, each as the average of all outcomes known until then. */
export function CurvePlot({ curve }: { curve: Calibration['curve'] }) {
  const { t } = useTranslation('journal');
  const across = (place: number) => LEFT + (place / (curve.length - 1)) * WIDTH;
  const draw = (pick: (point: Calibration['curve'][number]) => number) =>
    curve.map((each, place) => `${place === 0 ? 'M' : 'L'}${across(place).toFixed(1)} ${up(pick(each)).toFixed(1)}`);
  const [first, last] = [curve[0], curve.at(-1)];
  if (!first || !last) return null;
  const label = t('calibration.timePlot');
  const [said, was] = spread(up(last.confidence), up(100 * last.share));
  return (
    <Plot label={label} width={LEFT + WIDTH + 74} height={TOP + HEIGHT + 26}>
      <g className="frame">
        <Ticks ticks={TICKS} from={LEFT} to={LEFT + WIDTH} up={up} say={(tick) => formatPercent(tick / 100)} />
        <text x={LEFT} y={TOP + HEIGHT + 18}>
          {formatDay(first.at)}
        </text>
        <text x={LEFT + WIDTH} y={TOP + HEIGHT + 18} textAnchor="end">
          {formatDay(last.at)}
        </text>
      </g>
      <path className="said" d={draw((each) => each.confidence).join('')} />
      <path className="was" d={draw((each) => 100 * each.share).join('')} />
      <text className="said" x={LEFT + WIDTH + 6} y={said} dy="4">
        {t('calibration.lineSaid')}
      </text>
      <text className="was" x={LEFT + WIDTH + 6} y={was} dy="4">
        {t('calibration.lineWas')}
      </text>
    </Plot>
  );
}

/** The same two heights, far enough from each other to be read. */
function spread(one: number, other: number): [number, number] {
  const short = APART - Math.abs(one - other);
  if (short <= 0) return [one, other];
  const [above, below] = [Math.min(one, other) - short / 2, Math.max(one, other) + short / 2];
  return one <= other ? [above, below] : [below, above];
}
