import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hear, makeTurn, makeVoice, showTurns } from '../model/fixtures';
import { screen } from '../model/screen';
import { type Approval, tools } from '../model/tools';
import type { ToolUse } from '../protocol/events';
import { decideCall } from './approvals';
import { watchAsking } from './toolAnnounce';

const HASH = 'a'.repeat(64);
const QUESTION = { id: 'q_1', call_sha256: HASH, server: 'notes', tool: 'add_note' } as Approval;
const asked: { method: string; path: string; body: unknown }[] = [];

/** A server with these answers, in order. */
function serve(...answers: { status: number; body: unknown }[]): void {
  vi.stubGlobal('fetch', (path: string, { method, body }: { method: string; body?: string }) => {
    asked.push({ method, path, body: body && JSON.parse(body) });
    const { status, body: said } = answers.shift() ?? { status: 200, body: { items: [], next: null, standing: [] } };
    return Promise.resolve(new Response(JSON.stringify(said), { status }));
  });
}

const refused = (code: string) => ({ status: 409, body: { code, detail: 'x', facts: {} } });

beforeEach(() => {
  asked.length = 0;
  screen.setState({ notice: null, announcement: '' });
  tools.setState({ pending: [QUESTION], standing: [] });
});
afterEach(() => vi.unstubAllGlobals());

describe('deciding', () => {
  it('is about the call that was read (R-10), and the list is read again', async () => {
    serve({ status: 200, body: QUESTION });

    expect(await decideCall('q_1', { decision: 'allow' })).toBeNull();

    expect(asked[0]).toEqual({
      method: 'POST',
      path: '/v1/approvals/q_1',
      body: { decision: 'allow', expect: HASH },
    });
    expect(tools.getState().pending).toEqual([]);
  });

  it('second to somebody else says so, and reads the list again (XC06)', async () => {
    serve(refused('approval_gone'));

    expect(await decideCall('q_1', { decision: 'reject', reason: 'No.' })).toBeNull();

    expect(screen.getState().notice?.text).toContain('Somebody decided already');
    expect(tools.getState().pending).toEqual([]);
  });

  it('about another call than the one shown says to look again', async () => {
    serve(refused('approval_stale'));

    await decideCall('q_1', { decision: 'allow' });

    expect(screen.getState().notice?.text).toContain('not the one you read');
  });

  it('without having read the call is not possible: an unknown question is looked for, and then is gone', async () => {
    tools.setState({ pending: [] });
    serve();

    expect(await decideCall('q_1', { decision: 'allow' })).toBeNull();

    expect(asked.every((each) => each.method === 'GET')).toBe(true);
    expect(screen.getState().notice?.text).toContain('Somebody decided already');
  });

  it('that the server refuses otherwise is said beside the buttons', async () => {
    serve({ status: 422, body: { code: 'malformed', detail: 'the argument text is missing', facts: {} } });

    expect(await decideCall('q_1', { decision: 'allow', arguments: {} })).toBe('The argument text is missing.');
  });
});

describe('one sentence when an advisor asks', () => {
  const use: ToolUse = {
    id: 'call_1',
    round: 0,
    at: 0,
    server: 'notes',
    tool: 'add_note',
    name: 'notes__add_note',
    arguments: '{}',
    status: 'asking',
    epoch: 1,
    result: '',
    told: '',
    allowed: null,
    approval_id: 'q_1',
    expires_at: null,
    seconds: null,
    pictures: [],
  };
  const ledger = makeVoice('Ledger', { state: 'sending', completed: false });
  const tell = (seq: number, uses: ToolUse[]) =>
    hear({ kind: 'reply_used_tools', conversation_id: 'c_1', seq, turn_id: 't_1', reply_id: ledger.id, uses });

  it('is said once, and about what waits when the conversation is opened', () => {
    showTurns([makeTurn([{ ...ledger, tools: [{ ...use, id: 'call_0', approval_id: 'q_0' }] }])]);
    const stop = watchAsking();

    expect(screen.getState().announcement).toBe('Ledger asks to use notes/add_note.');
    screen.setState({ announcement: '' });
    tell(2, [use]);
    expect(screen.getState().announcement).toBe('Ledger asks to use notes/add_note.');
    screen.setState({ announcement: '' });
    tell(3, [{ ...use, epoch: 2 }]);
    tell(4, [{ ...use, status: 'success' }]);
    stop();

    expect(screen.getState().announcement).toBe('');
  });
});
