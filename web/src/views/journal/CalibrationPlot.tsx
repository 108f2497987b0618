import { useTranslation } from 'react-i18next';
import type { Calibration } from '../../model/journal';
import { formatNumber, formatPercent } from '../parts/format';
import { Plot } from '../parts/Plot';

const SIZE = 300;
const LEFT = 46;
const TOP = 22;
const FOOT = 44;
const TICKS = [0, 25, 50, 75, 100] as const;

const across = (percent: number) => LEFT + (percent / 100) * SIZE;
const up = (percent: number) => TOP + SIZE - (percent / 100) * SIZE;
/** A square as large in area as there are decisions, within what can be read. */
const side = (count: number) => Math.min(26, 8 + 3 * Math.sqrt(count));

/**
 * A square for each ten percent of confidence: how often those decisions turned out right. The line through the middle
 * is where a square should lie, the bar is how far chance could carry it, the number is how many it stands for.
 */
export function CalibrationPlot({ bins }: { bins: Calibration['bins'] }) {
  const { t } = useTranslation('journal');
  const filled = bins.filter((each) => each.turned_out.count > 0);
  const label = t('calibration.plot');
  return (
    <Plot
      label={label}
      width={LEFT + SIZE + 34}
      height={TOP + SIZE + FOOT}
      below={<p className="help">{t('calibration.reading')}</p>}
    >
      <Frame />
      <text className="zone" x={across(4)} y={up(93)}>
        {t('calibration.above')}
      </text>
      <text className="zone" x={across(97)} y={up(5)} textAnchor="end">
        {t('calibration.below')}
      </text>
      <line className="exact" x1={across(0)} y1={up(0)} x2={across(100)} y2={up(100)} />
      <text className="exact" x={across(22)} y={up(22)} dy="-6" transform={`rotate(-45 ${across(22)} ${up(22)})`}>
        {t('calibration.exact')}
      </text>
      {filled.map((each) => (
        <Square key={each.first} bin={each} />
      ))}
    </Plot>
  );
}

function Frame() {
  const { t } = useTranslation('journal');
  return (
    <g className="frame">
      <rect x={LEFT} y={TOP} width={SIZE} height={SIZE} />
      {TICKS.map((tick) => (
        <g key={tick}>
          <line x1={across(0)} x2={across(100)} y1={up(tick)} y2={up(tick)} />
          <text x={LEFT - 7} y={up(tick)} dy="4" textAnchor="end">
            {formatPercent(tick / 100)}
          </text>
          <text x={across(tick)} y={TOP + SIZE + 17} textAnchor="middle">
            {formatPercent(tick / 100)}
          </text>
        </g>
      ))}
      <text className="axis" x={LEFT} y={TOP - 9}>
        {t('calibration.rightAxis')}
      </text>
      <text className="axis" x={across(100)} y={TOP + SIZE + 36} textAnchor="end">
        {t('calibration.sureAxis')}
      </text>
    </g>
  );
}

function Square({ bin }: { bin: Calibration['bins'][number] }) {
  const { count, share, low, high } = bin.turned_out;
  if (bin.confidence === null || share === null || low === null || high === null) return null;
  const [x, y, size] = [across(bin.confidence), up(100 * share), side(count)];
  return (
    <g className="bin">
      <line x1={x} x2={x} y1={up(100 * low)} y2={up(100 * high)} />
      <rect x={x - size / 2} y={y - size / 2} width={size} height={size} />
      <text x={x + size / 2 + 5} y={y} dy="4">
        {formatNumber(count)}
      </text>
    </g>
  );
}
