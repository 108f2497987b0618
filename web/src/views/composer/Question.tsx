import { useTranslation } from 'react-i18next';
import type { Obstacle } from '../../commands/ceiling';
import { joinNames, sayCount } from '../parts/counts';
import { formatMoney, formatNumber } from '../parts/format';

interface Props {
  obstacle: Obstacle;
  /** Send although it costs more than the ceiling. */
  onAnyway: () => void;
  onChangePanel: (() => void) | null;
  onWithout: (ids: readonly string[]) => void;
  onBack: () => void;
}

/**
 * What Send asks before it sends, in place. It comes a moment after Enter, so it leaves the caret where it is: whoever
 * writes on presses no button by it. Shift+Tab leads here, Esc goes back to the text.
 */
export function Question({ obstacle, onAnyway, onChangePanel, onWithout, onBack }: Props) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc is a shortcut for a button inside.
    <div
      className="ask"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onBack();
      }}
    >
      {obstacle.kind === 'cost' ? (
        <OverCeiling obstacle={obstacle} onAnyway={onAnyway} onChangePanel={onChangePanel} />
      ) : (
        <MuchTooLarge obstacle={obstacle} onWithout={onWithout} onBack={onBack} />
      )}
    </div>
  );
}

interface Part<Kind extends Obstacle['kind']> {
  obstacle: Extract<Obstacle, { kind: Kind }>;
}

function OverCeiling({ obstacle, onAnyway, onChangePanel }: Part<'cost'> & Pick<Props, 'onAnyway' | 'onChangePanel'>) {
  const { t } = useTranslation('composer');
  const { high, ceiling, count, top } = obstacle;
  const share = { name: top.name, high: formatMoney(top.high) };
  return (
    <>
      <div role="alert">
        <p>
          <b>
            {t('ceiling.title', {
              high: formatMoney(high),
              ceiling: formatMoney(ceiling),
              number: sayCount(t, count),
            })}
          </b>
        </p>
        <p>{t(top.cold ? 'ceiling.topCold' : 'ceiling.top', share)}</p>
      </div>
      <div className="acts">
        {onChangePanel && (
          <button type="button" className="btn sm" onClick={onChangePanel}>
            {t('ceiling.change')}
          </button>
        )}
        <button type="button" className="btn sm primary" onClick={onAnyway}>
          {t('ceiling.anyway')}
        </button>
      </div>
    </>
  );
}

/** Leaving turns out would not help, so only the voice or the text can change. */
function MuchTooLarge({ obstacle, onWithout, onBack }: Part<'large'> & Pick<Props, 'onWithout' | 'onBack'>) {
  const { t } = useTranslation('composer');
  const { voices, everybody } = obstacle;
  const names = joinNames(voices.map((voice) => voice.name));
  const tokens = formatNumber(Math.max(...voices.map((voice) => voice.tokens)));
  const limit = formatNumber(Math.min(...voices.map((voice) => voice.limit)));
  return (
    <>
      <div role="alert">
        <p>
          <b>{t('large.title', { names })}</b>
        </p>
        <p>{t('large.sizes', { tokens, limit })}</p>
      </div>
      <div className="acts">
        {!everybody && (
          <button type="button" className="btn sm" onClick={() => onWithout(voices.map((voice) => voice.id))}>
            {voices.length === 1 ? t('large.without', { name: names }) : t('large.withoutThem')}
          </button>
        )}
        <button type="button" className="btn sm" onClick={onBack}>
          {t('large.back')}
        </button>
      </div>
    </>
  );
}
