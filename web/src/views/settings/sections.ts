/** The parts of the settings page, in order. */
import type { Section, Setting } from '../../commands/settings';
import { account, runsServer } from '../../model/account';
import { workspace } from '../../model/workspace';

const SECTIONS: readonly Section[] = [
  'account',
  'appearance',
  'speech',
  'sending',
  'spending',
  'models',
  'imports',
  'webhooks',
  'plugins',
  'operations',
  'server',
  'about',
];

/** Those there are for this person: without accounts nobody has one, and few look after the server. */
export function listSections(): readonly Section[] {
  const { me } = account.getState();
  return SECTIONS.filter((section) => {
    if (section === 'account') return me !== null;
    return section !== 'operations' || runsServer(me, workspace.getState().status);
  });
}

/** Where a setting stands: what can be changed here stands by its subject, the rest is told together. */
export function sectionOf(setting: Setting): Section {
  if (setting.needs_restart || setting.source === 'added') return 'server';
  if (setting.group === 'spending' || setting.group === 'models') return setting.group;
  return 'sending';
}

export interface Part {
  readonly name: 'along' | 'room' | 'reading' | 'unasked' | 'answers';
  readonly settings: readonly string[];
}

/** What the long section is divided into; within a part the settings people change most come first. */
export const PARTS: readonly Part[] = [
  {
    name: 'along',
    settings: ['thinking', 'quotes', 'reference_chars', 'guideline_chars', 'failed_turns', 'timestamps', 'time_zone'],
  },
  {
    name: 'room',
    settings: [
      'dropping',
      'history_chars',
      'reply_allowance',
      'request_allowance',
      'most_trims',
      'trim_before_sending',
      'chars_per_token',
    ],
  },
  {
    name: 'reading',
    settings: [
      'titles',
      'map_after_turn',
      'synthesis_after_turn',
      'memory_scan',
      'analysis_model',
      'analysis_tokens',
      'eval_tokens',
    ],
  },
  { name: 'unasked', settings: ['heartbeats', 'heartbeat_calls'] },
  { name: 'answers', settings: ['on_interrupt'] },
];

/** The settings of one part, in its order; one that nobody has placed yet stands at the end of the last part. */
export function settingsOf(part: Part, list: readonly Setting[]): readonly Setting[] {
  const here = list.filter((setting) => sectionOf(setting) === 'sending');
  const placed = new Set(PARTS.flatMap((each) => each.settings));
  const ordered = part.settings.flatMap((name) => here.filter((setting) => setting.name === name));
  const unplaced = part === PARTS.at(-1) ? here.filter((setting) => !placed.has(setting.name)) : [];
  return [...ordered, ...unplaced];
}
