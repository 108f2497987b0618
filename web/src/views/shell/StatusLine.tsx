import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { enterMode } from '../../commands/modes';
import { openTurn } from '../../model/conversation';
import { prefer } from '../../model/preferences';
import { type Mode, screen } from '../../model/screen';
import { ContaminationLight } from '../contamination/ContaminationLight';
import { useConversation, usePreferences, useRoute, useScreen } from '../parts/store';
import { Spending } from '../settings/Spending';
import { ApprovalBadge } from '../tools/ApprovalBadge';
import { ListenButton } from './ListenButton';
import { PhoneTabs } from './PhoneTabs';

const MODES: readonly Mode[] = ['input', 'view', 'command'];
const NOTICE_SECONDS = 12;

/** The last line: VIEW at its left while letters do not write, what keys do, what just happened, the theme at its right. */
export function StatusLine() {
  const mode = useScreen((state) => state.mode);
  // Beside a conversation it stands at the top.
  const { page } = useRoute();
  const isHere = page === 'conversation' || page === 'map';
  return (
    <footer className="status">
      {page === 'conversation' && <ModeName mode={mode} />}
      <Middle hints={page === 'map' ? <MapHints /> : <Hints mode={isHere ? mode : null} />} />
      <div className="right">
        {isHere && <ContaminationLight />}
        {!isHere && <ApprovalBadge />}
        <Spending />
        <ListenButton />
        <ThemeButton />
        <PhoneTabs />
      </div>
    </footer>
  );
}

/** The caret says that letters write, and the filter line names COMMAND itself. Who likes to see all three names may. */
function ModeName({ mode }: { mode: Mode }) {
  const { t } = useTranslation();
  const always = usePreferences((state) => state.modeNames);
  if (!always) return mode === 'view' ? <strong className="mode-name">{t('mode.view')}</strong> : null;
  return (
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
  );
}

/** The connection comes first, then what was just done, then what the keys do. */
function Middle({ hints }: { hints: ReactNode }) {
  const { t } = useTranslation();
  const notice = useScreen((state) => state.notice);
  const isFirstView = useFirstView();
  const { lost, live, speaking, isOpen } = useConversation((state) => ({
    live: state.connection === 'live',
    lost: state.connection === 'lost',
    isOpen: state.phase !== 'none',
    speaking: openTurn(state)?.replies.filter((reply) => !reply.completed).length ?? 0,
  }));
  useEffect(() => {
    if (notice === null) return;
    const timer = setTimeout(() => screen.setState({ notice: null }), NOTICE_SECONDS * 1000);
    return () => clearTimeout(timer);
  }, [notice]);
  const isOver = notice?.offline === true && live;
  useEffect(() => {
    if (isOver) screen.setState({ notice: null });
  }, [isOver]);
  // Where nothing is open, what was just tried says more.
  if (lost && (isOpen || notice === null)) {
    return (
      <p className="notice caution" role="status">
        {t('connection.lost', { count: speaking })}
      </p>
    );
  }
  if (notice === null) return isFirstView ? <FirstView /> : hints;
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

/** Whether the person is in VIEW and was never told what that is. */
function useFirstView(): boolean {
  const inView = useScreen((state) => state.mode === 'view');
  const isTold = usePreferences((state) => state.viewKnown || !state.modeKeys);
  const { page } = useRoute();
  return page === 'conversation' && inView && !isTold;
}

/** The first Esc: letters act from here on, and whoever does not like that switches it off in the same place. */
function FirstView() {
  const { t } = useTranslation();
  const answer = (modeKeys: boolean) => {
    prefer({ viewKnown: true, modeKeys });
    if (!modeKeys) enterMode('input');
  };
  return (
    <p className="notice plain" role="status">
      <span>{t('firstView.says')}</span>
      <button type="button" className="link" onClick={() => answer(true)}>
        {t('firstView.good')}
      </button>
      <button type="button" className="link" onClick={() => answer(false)}>
        {t('firstView.no')}
      </button>
    </p>
  );
}

const HINTS = {
  // Pages without turns have no modes; what opens from everywhere still does.
  none: [
    ['Ctrl K', 'palette'],
    ['F1', 'help'],
  ],
  input: [
    ['Enter', 'send'],
    ['Esc', 'view'],
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

function Hints({ mode }: { mode: Mode | null }) {
  const { t } = useTranslation();
  return (
    <div className="hints" aria-hidden="true">
      {HINTS[mode ?? 'none'].map(([key, deed]) => (
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
