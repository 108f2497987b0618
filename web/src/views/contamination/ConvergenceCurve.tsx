import { useTranslation } from 'react-i18next';
import type { ContaminationAnswer, ConvergenceAnswer } from '../../protocol/generated/answers';
import { formatPercent } from '../parts/format';
import { RouteLink } from '../parts/RouteLink';

const WIDTH = 720;
const HEIGHT = 160;
const EDGE = 8;

type Measured = ConvergenceAnswer & { readonly similarity: number; readonly closest: object };

/** How alike the voices sounded, turn by turn: a line, and underneath the figures it is drawn from. */
export function ConvergenceCurve({ id, found }: { id: string; found: ContaminationAnswer }) {
  const { t } = useTranslation('contamination');
  const points = found.curve.filter((each): each is Measured => each.similarity !== null);
  if (points.length === 0) return <p className="nothing">{t('curve.none')}</p>;
  return (
    <>
      {points.length > 1 && <Line points={points} />}
      <table>
        <thead>
          <tr>
            <th scope="col">{t('curve.turn')}</th>
            <th scope="col">{t('curve.alike')}</th>
            <th scope="col">{t('curve.closest')}</th>
          </tr>
        </thead>
        <tbody>
          {[...points].reverse().map((each) => (
            <tr key={each.turn_id}>
              <th scope="row">
                <RouteLink className="link" to={{ page: 'conversation', id, turnId: each.turn_id }}>
                  {t('turn', { position: each.position })}
                </RouteLink>
              </th>
              <td className="num">{formatPercent(each.similarity)}</td>
              <td>
                {each.closest &&
                  t('curve.pair', { ...named(each.closest, found), share: formatPercent(each.closest.similarity) })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function Line({ points }: { points: readonly Measured[] }) {
  const { t } = useTranslation('contamination');
  const places = points.map((each, index) => [across(index, points.length), down(each.similarity)] as const);
  const [first, last] = [points[0], points.at(-1)];
  return (
    <figure className="curve">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t('curve.picture', {
          from: formatPercent(first?.similarity ?? 0),
          to: formatPercent(last?.similarity ?? 0),
        })}
      >
        {[0, 0.5, 1].map((share) => (
          <line key={share} className="rule" x1={EDGE} x2={WIDTH - EDGE} y1={down(share)} y2={down(share)} />
        ))}
        <polyline points={places.map((place) => place.join()).join(' ')} />
        {places.map(([x, y], index) => (
          <circle key={points[index]?.turn_id} cx={x} cy={y} r={3} />
        ))}
      </svg>
      <figcaption>
        <span>{t('curve.top')}</span>
        <span>{t('curve.bottom')}</span>
      </figcaption>
    </figure>
  );
}

const across = (index: number, count: number) => EDGE + ((WIDTH - 2 * EDGE) * index) / (count - 1);
const down = (share: number) => EDGE + (HEIGHT - 2 * EDGE) * (1 - share);

function named(closest: { first: string; second: string }, { names }: ContaminationAnswer) {
  return { first: names[closest.first] ?? closest.first, second: names[closest.second] ?? closest.second };
}
