import '../../locales/keys';
import { Command as Menu } from 'cmdk';
import { type Dispatch, type ReactNode, type SetStateAction, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { closeOverlay, type PalettePage, palette, recentChoices, rememberChoice } from '../../commands/keys/palette';
import { attempt } from '../../commands/refused';
import { configuration, loadSettings } from '../../commands/settings';
import { Dialog } from '../parts/Floating';
import { score } from '../parts/score';
import { useWorkspace } from '../parts/store';
import { FolderList } from './FolderList';
import { Hits, Nothing, useNewHits } from './Hits';
import { advisorItems, commandItems, conversationItems, type Item, panelItems, settingItems } from './items';
import { KeyList } from './Keys';
import { TitleList } from './TitleList';
import { TopicList } from './TopicList';
import { useHits } from './useHits';

const TITLES = {
  all: 'palette.title',
  topic: 'palette.topicTitle',
  folder: 'folders:palette',
  title: 'library:conversations.renameLabel',
} as const;
const PLACEHOLDERS = {
  all: 'palette.placeholder',
  topic: 'palette.topicPlaceholder',
  folder: 'folders:placeholder',
  title: 'library:conversations.renameLabel',
} as const;

/** One field for everything: commands, conversations, voices, panels, settings, and words that were said. */
export function Palette() {
  const { t } = useTranslation(['keys', 'folders', 'library']);
  const page = useStore(palette, (state) => state.page);
  return (
    <Dialog open onClose={closeOverlay} title={t(TITLES[page])} quiet className="palette">
      <Body key={page} page={page} />
    </Dialog>
  );
}

function Body({ page }: { page: PalettePage }) {
  const { t } = useTranslation(['keys', 'folders', 'library']);
  const [words, setWords] = useState('');
  useEarly(setWords);
  const [chosen, setChosen] = useState('');
  const { found, busy } = useHits(page === 'all' ? words : '');
  const hits = useNewHits(found);
  return (
    <Menu
      label={t(TITLES[page])}
      filter={(_, search, texts = []) => score(search, texts)}
      loop
      value={chosen}
      onValueChange={setChosen}
    >
      <Menu.Input className="words" value={words} onValueChange={setWords} placeholder={t(PLACEHOLDERS[page])} />
      <Menu.List className="results" label={t('palette.results')}>
        {page === 'all' && <Everything words={words} />}
        {page === 'all' && <Hits hits={hits} onFirst={setChosen} />}
        {page === 'topic' && <TopicList words={words} />}
        {page === 'folder' && <FolderList words={words} />}
        {page === 'title' && <TitleList words={words} />}
      </Menu.List>
      {page === 'all' && <Nothing words={words} busy={busy} hits={hits.length} />}
      <p className="foot" aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {t('palette.move')}
        </span>
        <span>
          <kbd>Enter</kbd> {t('palette.choose')}
        </span>
        <span>
          <kbd>Esc</kbd> {t('palette.close')}
        </span>
      </p>
    </Menu>
  );
}

/** Whoever presses Ctrl+K types on at once: what came before the field was there stands in it. */
function useEarly(setWords: Dispatch<SetStateAction<string>>): void {
  const early = useStore(palette, (state) => state.early);
  useEffect(() => {
    if (early === '') return;
    setWords((words) => words + early);
    palette.setState({ early: '' });
  }, [early, setWords]);
}

function Everything({ words }: { words: string }) {
  const { t } = useTranslation('keys');
  const lists = useLists();
  const recent = useMemo(() => {
    const all = new Map(Object.values(lists).flatMap((list) => list.map((item) => [item.value, item])));
    return recentChoices().flatMap((value) => all.get(value) ?? []);
  }, [lists]);
  return (
    <>
      {words === '' && <Group heading={t('palette.recent')} items={recent} prefix="recent " />}
      <Group heading={t('palette.commands')} items={lists.commands} />
      <Group heading={t('palette.conversations')} items={lists.conversations} />
      <Group heading={t('palette.advisors')} items={lists.advisors} />
      <Group heading={t('palette.panels')} items={lists.panels} />
      <Group heading={t('palette.settings')} items={lists.settings} />
    </>
  );
}

function useLists() {
  const { t } = useTranslation(['keys', 'settings', 'also']);
  const held = useWorkspace(({ conversations, advisors, panels }) => ({ conversations, advisors, panels }));
  const settings = useStore(configuration, (state) => state.list);
  useEffect(() => {
    if (configuration.getState().list.length === 0) void attempt(loadSettings);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lists are made of what is held there.
  return useMemo(
    () => ({
      commands: commandItems(t),
      conversations: conversationItems(t),
      advisors: advisorItems(),
      panels: panelItems(),
      settings: settingItems(t),
    }),
    [t, held, settings],
  );
}

function Group({ heading, items, prefix = '' }: { heading: string; items: readonly Item[]; prefix?: string }) {
  if (items.length === 0) return null;
  return (
    <Menu.Group heading={heading}>
      {items.map((item) => (
        <Choice key={item.value} value={prefix + item.value} texts={[item.title, ...(item.also ?? [])]} item={item} />
      ))}
    </Menu.Group>
  );
}

function Choice({ value, texts, item }: { value: string; texts: string[]; item: Item }): ReactNode {
  return (
    <Menu.Item value={value} keywords={texts} onSelect={() => choose(item)}>
      <span className="what">
        <bdi>{item.title}</bdi>
      </span>
      {item.hint && (
        <span className="hint">
          <bdi>{item.hint}</bdi>
        </span>
      )}
      {item.keys && item.keys.length > 0 && <KeyList keys={item.keys} />}
    </Menu.Item>
  );
}

/** Close first: the focus goes back to where it was, and only then may the deed move it. */
export function choose({ value, run }: Pick<Item, 'value' | 'run'>): void {
  rememberChoice(value);
  closeOverlay();
  setTimeout(run, RESTORED);
}

// The dialog gives the focus back within a frame or two of its end.
const RESTORED = 60;
