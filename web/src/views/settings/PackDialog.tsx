import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lookAtPack, type Pack, takePackIn } from '../../commands/plugins';
import { refusalOf } from '../../commands/refused';
import type { PanelsImportAnswer } from '../../protocol/generated/answers';
import { Dialog } from '../parts/Floating';

interface Seen {
  readonly pack: Pack;
  readonly plan: PanelsImportAnswer;
}

/** Every word of a pack, and what taking it in would do; nothing is done before somebody says so. */
export function PackDialog({ name, onClose }: { name: string | null; onClose: () => void }) {
  const { t } = useTranslation('settings');
  const [seen, setSeen] = useState<Seen | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    setSeen(null);
    setProblem(null);
    if (name === null) return;
    let stale = false;
    const look = async () => {
      const found = await lookAtPack(name);
      if (!stale) setSeen(found);
    };
    void refusalOf(look).then((refused) => !stale && setProblem(refused));
    return () => {
      stale = true;
    };
  }, [name]);
  const take = async () => {
    if (seen === null) return;
    const refused = await refusalOf(() => takePackIn(seen.pack));
    setProblem(refused);
    if (refused === null) onClose();
  };
  return (
    <Dialog open={name !== null} onClose={onClose} title={seen?.pack.label ?? t('plugins.pack')} kind="wide">
      {seen && <Contents {...seen} />}
      {problem !== null && (
        <p className="wrong" role="alert">
          {problem}
        </p>
      )}
      <div className="acts">
        <button type="button" className="btn primary" disabled={seen === null} onClick={() => void take()}>
          {t('plugins.take')}
        </button>
        <button type="button" className="btn quiet" onClick={onClose}>
          {t('plugins.cancel')}
        </button>
      </div>
    </Dialog>
  );
}

function Contents({ pack, plan }: Seen) {
  const { t } = useTranslation('settings');
  const outcomes = new Map(plan.rows.map(({ name, outcome }) => [name, outcome]));
  return (
    <div className="pack">
      <p dir="auto">{pack.description}</p>
      <p className="quiet">{t('plugins.licence', { licence: pack.licence || t('plugins.noLicence') })}</p>
      {pack.advisors.map((each) => (
        <section key={each.name} aria-label={each.name}>
          <h3 dir="auto">
            {each.name} <small className="quiet">{t(`plugins.outcome.${outcomes.get(each.name) ?? 'new'}`)}</small>
          </h3>
          <p className="words" dir="auto">
            {each.description}
          </p>
        </section>
      ))}
      {plan.panels.map((each, index) => (
        <p key={each.name} dir="auto">
          <b>{t('plugins.panel', { name: each.name })}</b> {pack.panels[index]?.advisors.join(', ')}{' '}
          <small className="quiet">{t(`plugins.outcome.${each.outcome}`)}</small>
        </p>
      ))}
    </div>
  );
}
