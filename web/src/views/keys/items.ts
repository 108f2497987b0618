/** What the palette offers: commands, conversations, voices, panels and settings, each with what choosing it does. */
import type { TFunction } from 'i18next';
import { keysOf } from '../../commands/keymap';
import { isHere } from '../../commands/modes';
import { choosePanel } from '../../commands/panel';
import { COMMANDS, isAvailable } from '../../commands/registry';
import { configuration, openSettings } from '../../commands/settings';
import { conversation } from '../../model/conversation';
import { house } from '../../model/house';
import { preferences } from '../../model/preferences';
import { go } from '../../model/route';
import { SECTIONS, sectionOf } from '../settings/sections';

export interface Item {
  /** "command:id": what it is remembered by. */
  readonly value: string;
  readonly title: string;
  /** A second word beside the title. */
  readonly hint?: string;
  readonly keys?: readonly string[];
  /** Other words it is found by. */
  readonly also?: readonly string[];
  readonly run: () => void;
}

export type Words = TFunction<['keys', 'settings']>;

export function commandItems(t: Words): Item[] {
  const chosen = preferences.getState().keys;
  return COMMANDS.filter((command) => !command.keysOnly && isAvailable(command)).map((command) => ({
    value: `command:${command.id}`,
    title: t(`keys:title.${command.id}`),
    keys: keysOf(command, chosen).slice(0, 1),
    also: [t(`keys:group.${command.group}`)],
    run: command.run,
  }));
}

export function conversationItems(t: Words): Item[] {
  return house.getState().conversations.map(({ id, title, opening, topic }) => ({
    value: `conversation:${id}`,
    title: title || opening || t('keys:palette.untitled'),
    ...(topic && { hint: topic }),
    run: () => go({ page: 'conversation', id, turnId: null }),
  }));
}

export function advisorItems(): Item[] {
  return house
    .getState()
    .advisors.filter((each) => !each.archived)
    .map(({ id, name, tagline }) => ({
      value: `advisor:${id}`,
      title: name,
      ...(tagline && { hint: tagline }),
      run: () => go({ page: 'advisors', id }),
    }));
}

/** Beside a conversation a panel is chosen for it; elsewhere its page is opened. */
export function panelItems(): Item[] {
  return house.getState().panels.map(({ id, name }) => ({
    value: `panel:${id}`,
    title: name,
    run: () => {
      if (isHere()) void choosePanel(conversation.getState().id, id);
      else go({ page: 'panels', id });
    },
  }));
}

export function settingItems(t: Words): Item[] {
  const sections = SECTIONS.map((section) => ({
    value: `setting:${section}`,
    title: t(`settings:section.${section}`),
    run: () => openSettings(section),
  }));
  const settings = configuration
    .getState()
    .list.filter((each) => each.editable)
    .map((each) => ({
      value: `setting:${each.name}`,
      title: t(`settings:name.${each.name as 'dropping'}`, { defaultValue: each.name }),
      also: [each.name],
      run: () => openSettings(sectionOf(each), each.name),
    }));
  return [...sections, ...settings];
}

/** How well an item fits the words: each has to stand in it; 0 when one does not. */
export function score(words: string, texts: readonly string[]): number {
  const text = fold(texts.join(' '));
  const wanted = fold(words).split(/\s+/).filter(Boolean);
  if (!wanted.every((word) => text.includes(word))) return 0;
  const whole = wanted.join(' ');
  if (text.startsWith(whole)) return 1;
  if (text.includes(` ${whole}`)) return 0.8;
  return wanted.every((word) => text.includes(` ${word}`) || text.startsWith(word)) ? 0.6 : 0.4;
}

/** Without case and marks, so that resume finds résumé and a word without its vowels finds the one that has them. */
function fold(text: string): string {
  return text.toLocaleLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
}
