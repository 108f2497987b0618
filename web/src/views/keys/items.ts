/** What the palette offers: commands, conversations, voices, panels and settings, each with what choosing it does. */
import '../../locales/keys';
import '../../locales/settings';
import '../../locales/also';
import type { TFunction } from 'i18next';
import { keysOf } from '../../commands/keymap';
import { isHere } from '../../commands/modes';
import { choosePanel } from '../../commands/panels';
import { COMMANDS, isAvailable } from '../../commands/registry';
import { configuration, openSettings } from '../../commands/settings';
import { conversation } from '../../model/conversation';
import { preferences } from '../../model/preferences';
import { go } from '../../model/route';
import { workspace } from '../../model/workspace';
import { listSections, sectionOf } from '../settings/sections';

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

export type Words = TFunction<['keys', 'settings', 'also']>;

export function commandItems(t: Words): Item[] {
  const chosen = preferences.getState().keys;
  return COMMANDS.filter((command) => !command.keysOnly && isAvailable(command)).map((command) => ({
    value: `command:${command.id}`,
    title: t(`keys:title.${command.id}`),
    keys: keysOf(command, chosen).slice(0, 1),
    also: [t(`keys:group.${command.group}`), t(`also:${command.id as 'share'}`, { defaultValue: '' })],
    run: command.run,
  }));
}

export function conversationItems(t: Words): Item[] {
  return workspace.getState().conversations.map(({ id, title, opening, topic }) => ({
    value: `conversation:${id}`,
    title: title || opening || t('keys:palette.untitled'),
    ...(topic && { hint: topic }),
    run: () => go({ page: 'conversation', id, turnId: null }),
  }));
}

export function advisorItems(): Item[] {
  return workspace
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
  return workspace.getState().panels.map(({ id, name }) => ({
    value: `panel:${id}`,
    title: name,
    run: () => {
      if (isHere()) void choosePanel(conversation.getState().id, id);
      else go({ page: 'panels', id });
    },
  }));
}

export function settingItems(t: Words): Item[] {
  const sections = listSections().map((section) => ({
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
