import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { closeOverlay } from '../../commands/keys/palette';
import { refusalOf } from '../../commands/refused';
import { forecastRevisit, startRevisit } from '../../commands/revisits';
import words from '../../locales/en/revisit.json';
import { i18n } from '../../locales/i18n';
import { revisiting } from '../../model/revisiting';
import { defaultPanel } from '../../model/workspace';
import type { RevisitForecastAnswer } from '../../protocol/generated/answers';
import { Dialog } from '../parts/Floating';
import { formatMoney, formatNumber } from '../parts/format';
import { useWorkspace } from '../parts/store';
import { useDeeds } from '../parts/useDeeds';
import './revisit.css';

i18n.addResourceBundle('en', 'revisit', words);

/** Which panel, how many questions, what it may cost at most, and the one button that begins it. */
export function RevisitDialog() {
  const { t } = useTranslation(['revisit', 'library']);
  const [{ id, title }] = useState(revisiting.getState);
  const panels = useWorkspace((state) => state.panels);
  const usual = useWorkspace((state) => defaultPanel(state)?.id ?? '');
  const [chosen, setChosen] = useState<string | null>(null);
  const panelId = chosen ?? usual;
  const { forecast, problem: why } = useForecast(id, panelId);
  const { problem, busy, run } = useDeeds();
  const label = useId();
  const begin = () =>
    run(async () => {
      await startRevisit(id, panelId, title);
      closeOverlay();
    });
  return (
    <Dialog open onClose={closeOverlay} title={t('revisit:title', { title })} className="revisit">
      <p>{t('revisit:lead')}</p>
      <p>
        <label htmlFor={label}>{t('revisit:panel')}</label>{' '}
        <select id={label} className="input" value={panelId} onChange={(event) => setChosen(event.target.value)}>
          {panels.map((each) => (
            <option key={each.id} value={each.id}>
              {each.name}
            </option>
          ))}
        </select>
      </p>
      {forecast === null && why === null && <p role="status">{t('revisit:loading')}</p>}
      {forecast !== null && <Cost forecast={forecast} />}
      {(problem ?? why) !== null && (
        <p className="wrong" role="alert">
          {problem ?? why}
        </p>
      )}
      <div className="acts">
        <button type="button" className="btn primary" disabled={busy || forecast === null} onClick={() => void begin()}>
          {busy ? t('revisit:busy') : t('revisit:yes')}
        </button>
        <button type="button" className="btn quiet" onClick={closeOverlay}>
          {t('library:cancel')}
        </button>
      </div>
    </Dialog>
  );
}

function Cost({ forecast: { questions, voices, with_files: files, cost } }: { forecast: RevisitForecastAnswer }) {
  const { t } = useTranslation('revisit');
  return (
    <>
      <p>{t('count', { questions: formatNumber(questions), voices: formatNumber(voices) })}</p>
      {files > 0 && <p>{t('files', { questions: formatNumber(files) })}</p>}
      <p>{cost === null ? t('unknown') : t('cost', { cost: formatMoney(cost) })}</p>
    </>
  );
}

interface Known {
  readonly forecast: RevisitForecastAnswer | null;
  readonly problem: string | null;
}

const NOTHING: Known = { forecast: null, problem: null };

/** What this panel would cost, as soon as that is known; of a panel that is no longer chosen nothing is told. */
function useForecast(id: string, panelId: string): Known {
  const [known, setKnown] = useState<Known>(NOTHING);
  useEffect(() => {
    let current = true;
    setKnown(NOTHING);
    const read = async () => {
      const forecast = await forecastRevisit(id, panelId);
      if (current) setKnown({ forecast, problem: null });
    };
    void refusalOf(read).then((problem) => current && problem !== null && setKnown({ forecast: null, problem }));
    return () => {
      current = false;
    };
  }, [id, panelId]);
  return known;
}
