import '../../locales/inspector';
import { type CSSProperties, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { prefer } from '../../model/preferences';
import { sayNth } from '../parts/counts';
import { Explained } from '../parts/Explained';
import { formatNumber, formatPercent } from '../parts/format';
import { usePreferences } from '../parts/store';
import { Edge } from './Edge';
import type { Figure, Hud } from './hud';

const LEAST = 90;
const MOST = 420;
const GROUPS = ['parameters', 'trimming', 'error'] as const;

/** What the sending was reckoned with, in three groups; its upper edge can be moved. */
export function HudPane({ hud }: { hud: Hud }) {
  const { t } = useTranslation('inspector');
  const height = usePreferences((state) => state.hudHeight);
  const pane = useRef<HTMLElement>(null);
  return (
    <section
      className="pane hudpane"
      ref={pane}
      style={{ '--hud-height': height ? `${height}px` : 'auto' } as CSSProperties}
    >
      <Edge
        lies="horizontal"
        label={t('hud.resizeLabel')}
        value={height}
        least={LEAST}
        most={MOST}
        measure={() => pane.current?.offsetHeight ?? LEAST}
        onChange={(hudHeight) => prefer({ hudHeight })}
      />
      <div className="h">
        <h3>{t('hud.title')}</h3>
        <span className="hint">{t('hud.resize')}</span>
      </div>
      <div className="hud">
        {GROUPS.map((group) => (
          <div key={group}>
            <h4>{t(`hud.${group}`)}</h4>
            <dl>
              {hud[group].map((figure) => (
                <FigureRow key={figure.name} figure={figure} />
              ))}
            </dl>
          </div>
        ))}
      </div>
    </section>
  );
}

// What the API and the logs call it. Whichever limit binds, it is the room for one request.
const CODES = { ml: 'ML', cpt: 'CPT', ura: 'URA', nta: 'NTA', aut: 'AUT' } as const;

function codeOf(name: string): keyof typeof CODES | null {
  const plain = name.startsWith('ml') ? 'ml' : name === 'cptLearned' ? 'cpt' : name;
  return plain in CODES ? (plain as keyof typeof CODES) : null;
}

function FigureRow({ figure }: { figure: Figure }) {
  const { t } = useTranslation('inspector');
  const { name } = figure;
  const code = codeOf(name);
  const title = t(`hud.${name as 'cpt'}`);
  return (
    <>
      <dt>{code === null ? title : <Explained title={title} about={t(`hud.about.${code}`)} code={CODES[code]} />}</dt>
      <dd>{useValue(figure) ?? t('hud.none')}</dd>
    </>
  );
}

function useValue(figure: Figure): string | null {
  const { t } = useTranslation('inspector');
  const { t: tell } = useTranslation('conversation');
  if ('share' in figure) return figure.share === null ? null : `± ${formatPercent(figure.share, 1)}`;
  if ('code' in figure) return figure.code;
  if ('word' in figure) return figure.word === null ? null : t(`hud.${figure.word as 'stages.sent'}`);
  if ('nth' in figure) return figure.nth === null ? null : sayNth(tell, 'try', figure.nth);
  if (figure.number === null) return null;
  return `${figure.about ? '~' : ''}${formatNumber(figure.number, figure.digits ?? 0)}`;
}
