import { useTranslation } from 'react-i18next';
import type { Calibration } from '../../model/journal';
import { formatNumber, formatPercent } from '../parts/format';
import { CalibrationPlot } from './CalibrationPlot';
import { CalibrationTable } from './CalibrationTable';
import { CurvePlot } from './CurvePlot';
import { formatSure } from './days';
import { useJournal } from './useJournal';

/** How sure the person was against how often they were right; a verdict only where the numbers carry one. */
export function CalibrationPart() {
  const { t } = useTranslation('journal');
  const found = useJournal((state) => state.calibration);
  if (found === null) return null;
  return (
    <section className="part calibration" aria-label={t('calibration.title')}>
      <h2>{t('calibration.title')}</h2>
      <p className="help">{t('calibration.lead')}</p>
      {found.turned_out.count === 0 ? (
        <p>{t('calibration.none')}</p>
      ) : (
        <>
          <Verdict found={found} />
          <div className="plots">
            <CalibrationPlot bins={found.bins} />
            {found.curve.length > 1 && <CurvePlot curve={found.curve} />}
          </div>
          <p className="help">
            {t('calibration.left', { waiting: formatNumber(found.waiting), unknown: formatNumber(found.unknown) })}
          </p>
          <CalibrationTable bins={found.bins} />
        </>
      )}
    </section>
  );
}

function Verdict({ found }: { found: Calibration }) {
  const { t } = useTranslation('journal');
  const { turned_out: was, confidence, brier, verdict, enough } = found;
  if (was.share === null || was.low === null || was.high === null || confidence === null || brier === null) return null;
  const facts = { count: formatNumber(was.count), enough: formatNumber(enough) };
  const range = { low: formatPercent(was.low), high: formatPercent(was.high) };
  return (
    <>
      <p className="verdict">{t(`calibration.verdict.${verdict}`, facts)}</p>
      <dl className="reckoned">
        <div>
          <dt>{t('calibration.said')}</dt>
          <dd className="num">{formatSure(confidence)}</dd>
        </div>
        <div>
          <dt>{t('calibration.was')}</dt>
          <dd className="num">{formatPercent(was.share)}</dd>
          <dd className="help">{t('calibration.wasRange', range)}</dd>
        </div>
        <div>
          <dt>{t('calibration.brier')}</dt>
          <dd className="num">{formatNumber(brier, 3)}</dd>
          <dd className="help">{t('calibration.brierHelp')}</dd>
        </div>
      </dl>
    </>
  );
}
