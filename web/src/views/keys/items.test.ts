import { beforeEach, describe, expect, it } from 'vitest';
import { i18n } from '../../locales/i18n';
import { conversation } from '../../model/conversation';
import { go } from '../../model/route';
import { score } from '../parts/score';
import { commandItems, type Words } from './items';

describe('what the palette offers', () => {
  beforeEach(() => {
    go({ page: 'conversation', id: 'c_1', turnId: null });
    conversation.setState({ id: 'c_1' });
  });

  it.each([
    ['upload', 'attach'],
    ['api key', 'models'],
    ['language', 'settings'],
    ['temporary', 'newUnkept'],
    ['project', 'folder'],
    ['download', 'share'],
    ['prompt', 'inspector'],
    ['shortcut', 'help'],
    ['put away', 'archiveConversation'],
  ])('finds by %s what is called otherwise here', (word, id) => {
    const t = i18n.t as unknown as Words;
    const found = commandItems(t).filter(({ title, also = [] }) => score(word, [title, ...also]) > 0);
    expect(found.map((each) => each.value)).toContain(`command:${id}`);
  });
});
