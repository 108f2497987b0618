import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeConversation } from '../model/conversation';
import { changeDraft, draftOf, drafts, EMPTY } from '../model/draft';
import { hear, makeSettled, makeTurn, makeVoice, showTurns } from '../model/fixtures';
import { underway } from '../model/underway';
import { workspace } from '../model/workspace';
import { UNDER_FILTER } from './refilter';

const speaking = makeVoice('Keel', { state: 'streaming', completed: false });
const SENT = { ...EMPTY, text: 'Do I sign?', filter: 'r9', off: ['state'] as const, thinking: 'low' as const };
const FORESEEN = { at: 'now', seq: 1, advisors: [{ name: 'Keel', cost: { cold: 0.5, output: 0.12 } }] };
const asked: [string, unknown][] = [];
let ended = false;
let refuses = false;
const places = () => asked.map(([place]) => place);

beforeEach(() => {
  asked.length = 0;
  ended = false;
  refuses = false;
  drafts.setState({}, true);
  vi.stubGlobal('fetch', (place: string, init: RequestInit) => {
    asked.push([place, init.body ? JSON.parse(String(init.body)) : null]);
    const answer = place.endsWith('/preview') ? FORESEEN : { turn: makeTurn([], { id: 't_2' }), all_completed: ended };
    const status = refuses && place.endsWith('/turns') ? 503 : 202;
    return Promise.resolve(new Response(JSON.stringify(answer), { status }));
  });
  showTurns([makeTurn([speaking])]);
  underway.setState({ turnId: 't_1', draft: SENT });
  workspace.setState({ ceiling: 0 });
});
afterEach(() => vi.unstubAllGlobals());

it('stops what speaks, and sends the same message with all that was chosen for it under the filter of now', async () => {
  changeDraft('c_1', { text: 'And the deposit?', filter: 's>=1' });

  const done = UNDER_FILTER.orAsk();
  await vi.waitFor(() => expect(places()).toEqual(['/v1/conversations/c_1/preview', '/v1/turns/t_1/stop']));
  hear(makeSettled(speaking, 2));
  await done;

  expect(asked[2]).toEqual([
    '/v1/conversations/c_1/turns',
    { text: 'Do I sign?', replaces: 't_1', choice: { filter: 's>=1', off: ['state'], thinking: 'low' } },
  ]);
  expect(draftOf('c_1').text).toBe('And the deposit?');
});

it('does nothing where the filter is the one it was sent with, or another tab sent the message', async () => {
  changeDraft('c_1', { filter: 'r9' });
  await UNDER_FILTER.orAsk();
  underway.setState({ turnId: 't_0', draft: { ...SENT, filter: 'r2' } });
  await UNDER_FILTER.orAsk();

  expect(asked).toEqual([]);
});

it('asks first what Send would ask, and stops nobody before that is answered', async () => {
  workspace.setState({ ceiling: 0.5 });
  changeDraft('c_1', { filter: 's>=1' });

  expect(await UNDER_FILTER.orAsk()).toMatchObject({ kind: 'cost', high: 0.62, ceiling: 0.5 });
  expect(new Set(places())).toEqual(new Set(['/v1/conversations/c_1/preview']));

  void UNDER_FILTER.anyway();
  await vi.waitFor(() => expect(places().at(-1)).toBe('/v1/turns/t_1/stop'));
});

it('asks the same when the message had taken the place of another turn, which is gone', async () => {
  workspace.setState({ ceiling: 0.5 });
  underway.setState({ turnId: 't_1', draft: { ...SENT, replaces: 't_0' } });
  changeDraft('c_1', { filter: 's>=1' });

  expect(await UNDER_FILTER.orAsk()).toMatchObject({ kind: 'cost', high: 0.62 });

  expect(JSON.stringify(asked)).not.toContain('t_0');
});

it('asks again where somebody went elsewhere before the answers had stopped', async () => {
  changeDraft('c_1', { filter: 's>=1' });

  const done = UNDER_FILTER.orAsk();
  await vi.waitFor(() => expect(places().at(-1)).toBe('/v1/turns/t_1/stop'));
  ended = true;
  closeConversation();
  await done;

  expect(places().slice(2)).toEqual(['/v1/turns/t_1', '/v1/conversations/c_1/turns']);
  expect(asked.at(-1)?.[1]).toMatchObject({ text: 'Do I sign?', replaces: 't_1' });
});

it('puts the message into the box when it cannot be sent again', async () => {
  changeDraft('c_1', { text: 'And the deposit?', filter: 's>=1' });
  refuses = true;

  const done = UNDER_FILTER.orAsk();
  await vi.waitFor(() => expect(places().at(-1)).toBe('/v1/turns/t_1/stop'));
  hear(makeSettled(speaking, 2));
  await done;

  expect(draftOf('c_1')).toMatchObject({ text: 'Do I sign?\nAnd the deposit?', filter: 's>=1', replaces: 't_1' });
});
