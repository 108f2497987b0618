import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { closeOverlay } from '../../commands/keys/palette';
import {
  copyExport,
  exportAddress,
  isTraining,
  type Kind,
  printExport,
  readScope,
  type Scope,
  type Wanted,
} from '../../commands/sharing';
import words from '../../locales/en/share.json';
import { i18n } from '../../locales/i18n';
import { Dialog } from '../parts/Floating';
import { formatNumber } from '../parts/format';
import { useConversation } from '../parts/store';

// Not with the first screen: it has to arrive soon.
i18n.addResourceBundle('en', 'share', words);

const KINDS: readonly Kind[] = ['decision', 'html', 'md', 'json', 'openai-chat', 'preferences', 'sharegpt'];
type Which = 'turn' | 'shown' | 'all';

/** What to write out, and which turns of the conversation. */
export function ShareDialog() {
  const { t } = useTranslation('share');
  const title = useConversation((state) => state.view?.title ?? '');
  const [scope] = useState(readScope);
  const [kind, setKind] = useState<Kind>('decision');
  const [which, setWhich] = useState<Which>('all');
  const [answers, setAnswers] = useState(false);
  const chosen = kind === 'decision' ? 'turn' : isTraining(kind) ? 'all' : which;
  const wanted: Wanted = { kind, turns: turnsOf(scope, chosen), answers };
  return (
    <Dialog open onClose={closeOverlay} title={title ? t('titled', { title }) : t('title')} className="share-dialog">
      <div className="choices">
        <Kinds kind={kind} onChange={setKind} />
        <div className="what">
          {!isTraining(kind) && <Turns scope={scope} which={chosen} single={kind === 'decision'} onChange={setWhich} />}
          {kind === 'decision' && (
            <label className="check">
              <input type="checkbox" checked={answers} onChange={(event) => setAnswers(event.target.checked)} />
              <span>{t('answers')}</span>
            </label>
          )}
          {(kind === 'decision' || kind === 'html') && <p className="quiet">{t('pdf')}</p>}
        </div>
      </div>
      <Ends wanted={wanted} />
    </Dialog>
  );
}

function turnsOf({ position, spans }: Scope, which: Which): string | null {
  return which === 'turn' ? String(position) : which === 'shown' ? spans : null;
}

function Kinds({ kind, onChange }: { kind: Kind; onChange: (kind: Kind) => void }) {
  const { t } = useTranslation('share');
  const name = useId();
  return (
    <fieldset className="kinds">
      <legend className="vh">{t('kinds')}</legend>
      {KINDS.map((each) => (
        <label key={each}>
          <input type="radio" name={name} checked={kind === each} onChange={() => onChange(each)} />
          <b>{t(`kind.${each}`)}</b>
          <span>{t(`about.${each}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface TurnsProps {
  scope: Scope;
  which: Which;
  /** Only one turn can be meant. */
  single: boolean;
  onChange: (which: Which) => void;
}

function Turns({ scope, which, single, onChange }: TurnsProps) {
  const { t } = useTranslation('share');
  const name = useId();
  const choices: readonly (readonly [Which, string])[] = [
    ['turn', t('turn', { position: scope.position })],
    ['shown', t('shown', { count: scope.shown, number: formatNumber(scope.shown) })],
    ['all', t('all', { count: scope.all, number: formatNumber(scope.all) })],
  ];
  const offered = choices.filter(([each]) =>
    single ? each === 'turn' : each !== 'shown' || (scope.shown > 0 && scope.shown < scope.all),
  );
  return (
    <fieldset className="which">
      <legend>{t('which')}</legend>
      {offered.map(([each, words]) => (
        <label key={each}>
          <input type="radio" name={name} checked={which === each} onChange={() => onChange(each)} />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Ends({ wanted }: { wanted: Wanted }) {
  const { t } = useTranslation('share');
  const isPage = wanted.kind === 'decision' || wanted.kind === 'html';
  return (
    <div className="end">
      <p className="quiet">{t('keeps')}</p>
      <button type="button" className="btn" onClick={closeOverlay}>
        {t('cancel')}
      </button>
      {isPage ? (
        <>
          <a className="btn" href={exportAddress(wanted, true)} target="_blank" rel="noreferrer">
            {t('look')}
          </a>
          <button type="button" className="btn" onClick={() => printExport(wanted)}>
            {t('print')}
          </button>
        </>
      ) : (
        <button type="button" className="btn" onClick={() => void copyExport(wanted)}>
          {t('copy')}
        </button>
      )}
      <a className="btn primary" href={exportAddress(wanted, false)} download onClick={closeOverlay}>
        {t('save')}
      </a>
    </div>
  );
}
