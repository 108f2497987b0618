import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeConversation, openConversation } from '../model/conversation';
import { changeDraft, draftOf, drafts } from '../model/draft';
import { screen } from '../model/screen';
import { runLine } from './filter';

const READ = { words: 'the last two', error: null, completions: [] };

beforeEach(() => {
  drafts.setState({}, true);
  openConversation('c_1');
  changeDraft('c_1', { filter: 's2' });
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const { line } = JSON.parse(String(init.body)) as { line: string };
    const command = line.includes(':') ? { name: 'star', arguments: {} } : null;
    const done = { command: 'star', count: 2, done: true, text: null, undo: [] };
    const body = path.endsWith('/command') ? done : { ...READ, canonical: 'r2', command };
    return Promise.resolve(new Response(JSON.stringify(body), { status: 200 }));
  });
});
afterEach(() => {
  closeConversation();
  vi.unstubAllGlobals();
});

it('a line that ends in a command leaves the filter in force that was there', async () => {
  expect(await runLine('r2 :star 2')).toEqual({ kind: 'applied' });

  expect(draftOf('c_1').filter).toBe('s2');
});

it('a line without a command is the filter from then on, and nobody is led into VIEW', async () => {
  screen.setState({ mode: 'input' });
  await runLine('r2');

  expect(draftOf('c_1').filter).toBe('r2');
  expect(screen.getState().mode).toBe('input');
});
