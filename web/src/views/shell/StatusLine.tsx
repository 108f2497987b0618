import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { enterMode } from '../../commands/modes';
import { openTurn } from '../../model/conversation';
import { prefer } from '../../model/preferences';
import { inspect, type Mode, screen } from '../../model/screen';
import { ApartLight } from '../apart/ApartLight';
import { useConversation, usePreferences, useRoute, useScreen } from '../parts/store';
import { Spending } from '../settings/Spending';
import { ApprovalBadge } from '../tools/ApprovalBadge';
import { ListenButton } from './ListenButton';

const MODES: readonly Mode[] = ['input', 'view', 'command'];
const NOTICE_SECONDS = 12;

/** The last line: the mode at its left, what keys do, what just happened, the theme at its right. */
export function StatusLine() {
  const { t } = useTranslation();
  const mode = useScreen((state) => state.mode);
  // Beside a conversation it stands at the top.
  const { page } = useRoute();
  const isHere = page === 'conversation' || page === 'map';
  return (
    <footer className="status">
      <fieldset className="modes" aria-label={t('mode.label')}>
        {MODES.map((each) => (
          <button
            key={each}
            type="button"
            className={each === mode ? 'is' : ''}
            aria-pressed={each === mode}
            onClick={() => enterMode(each)}
          >
            {t(`mode.${each}`)}
          </button>
        ))}
      </fieldset>
      <Middle hints={page === 'map' ? <MapHints /> : <Hints mode={mode} />} />
      <div className="right">
        {isHere && <ApartLight />}
        {!isHere && <ApprovalBadge />}
        <Spending />
        <ListenButton />
        <ThemeButton />
        <InspectorButton />
      </div>
    </footer>
  );
}

/** The connection comes first, then what was just done, then what the keys do. */
function Middle({ hints }: { hints: ReactNode }) {
  const { t } = useTranslation();
  const notice = useScreen((state) => state.notice);
  const { lost, speaking } = useConversation((state) => ({
    lost: state.connection === 'lost' && state.phase !== 'none',
    speaking: openTurn(state)?.replies.filter((reply) => !reply.completed).length ?? 0,
  }));
  useEffect(() => {
    if (notice === null) return;
    const timer = setTimeout(() => screen.setState({ notice: null }), NOTICE_SECONDS * 1000);
    return () => clearTimeout(timer);
  }, [notice]);
  if (lost) {
    return (
      <p className="notice caution" role="status">
        {t('connection.lost', { count: speaking })}
      </p>
    );
  }
  if (notice === null) return hints;
  return (
    <p className={`notice ${notice.tone}`} role="status">
      <span>{notice.text}</span>
      {notice.undo && (
        <button
          type="button"
          className="link"
          onClick={() => {
            notice.undo?.();
            screen.setState({ notice: null });
          }}
        >
          {t('undo')}
        </button>
      )}
      <button type="button" className="word" onClick={() => screen.setState({ notice: null })}>
        {t('dismiss')}
      </button>
    </p>
  );
}

const HINTS = {
  input: [
    ['Esc', 'view'],
    ['Ctrl D', 'command'],
    ['Ctrl K', 'palette'],
    ['F1', 'help'],
  ],
  view: [
    ['Shift J', 'next'],
    ['Shift K', 'previous'],
    ['Shift O', 'boundary'],
    ['Enter', 'input'],
    ['F1', 'help'],
  ],
  command: [
    ['Enter', 'run'],
    ['Tab', 'complete'],
    ['Esc', 'leave'],
  ],
} as const;

function Hints({ mode }: { mode: Mode }) {
  const { t } = useTranslation();
  return (
    <div className="hints" aria-hidden="true">
      {HINTS[mode].map(([key, deed]) => (
        <span key={key}>
          <kbd>{key}</kbd> {t(`hint.${deed}`)}
        </span>
      ))}
    </div>
  );
}

const MAP_HINTS = [
  ['J', 'claim'],
  ['L', 'voice'],
  ['Enter', 'open'],
  ['Esc', 'leave'],
] as const;

function MapHints() {
  const { t } = useTranslation('map');
  return (
    <div className="hints" aria-hidden="true">
      {MAP_HINTS.map(([key, deed]) => (
        <span key={key}>
          <kbd>{key}</kbd> {t(`hint.${deed}`)}
        </span>
      ))}
    </div>
  );
}

/** On a phone the top has no room for it. */
function InspectorButton() {
  const { t } = useTranslation();
  const inspecting = useScreen((state) => state.inspector !== null);
  if (useRoute().page !== 'conversation') return null;
  return (
    <button
      type="button"
      className="to-inspector"
      aria-pressed={inspecting}
      onClick={() => inspect(inspecting ? null : { kind: 'draft', advisorId: null })}
    >
      {t('inspector')}
    </button>
  );
}

const THEMES = ['system', 'light', 'dark'] as const;

function ThemeButton() {
  const { t } = useTranslation();
  const theme = usePreferences((state) => state.theme);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  return (
    <button type="button" className="word" onClick={() => prefer({ theme: next })}>
      {t('theme.label')}: {t(`theme.${theme}`)}
    </button>
  );
}
