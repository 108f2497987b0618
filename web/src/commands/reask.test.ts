import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { draftOf } from '../model/draft';
import { hear, makeSettled, makeTurn, makeVoice, showTurns } from '../model/fixtures';
import { screen } from '../model/screen';
import { askModel, reask, reaskFailed } from './reask';

const failed = (name: string) => makeVoice(name, { state: 'error', text: '' });
const asked: string[] = [];

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('fetch', (place: string) => {
    asked.push(place);
    const reply = { id: `${place.split('/')[3]}_again` };
    return Promise.resolve(new Response(JSON.stringify({ reply }), { status: 202 }));
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('asking again (D26)', () => {
  it('drafts the question again when all have failed (W16, W71)', async () => {
    showTurns([makeTurn([failed('Ledger'), failed('Keel')])]);

    await reask('t_1', 'r_ledger');

    expect(draftOf('c_1')).toMatchObject({ text: 'Do I sign?', replaces: 't_1' });
    expect(asked).toEqual([]);
  });

  it('asks the failed voice in its place when others answered', async () => {
    showTurns([makeTurn([failed('Ledger'), makeVoice('Keel')])]);

    await reask('t_1', 'r_ledger');

    expect(asked).toEqual(['/v1/replies/r_ledger/retry']);
  });

  it('waits for voices that still speak, and says so', async () => {
    const keel = makeVoice('Keel', { state: 'streaming', completed: false });
    showTurns([makeTurn([failed('Ledger'), keel])]);

    const done = reask('t_1', 'r_ledger');
    expect(asked).toEqual([]);
    expect(screen.getState().notice?.text).toBe('Ledger is asked again as soon as the others have finished.');
    hear(makeSettled(keel, 2));
    await done;

    expect(asked).toEqual(['/v1/replies/r_ledger/retry']);
  });

  it('asks another model in place of what failed, and beside what answered', async () => {
    showTurns([makeTurn([failed('Ledger'), makeVoice('Keel')])]);

    await askModel('t_1', 'r_ledger', 'stage:other');
    await askModel('t_1', 'r_keel', 'stage:other');

    expect(asked).toEqual(['/v1/replies/r_ledger/retry', '/v1/replies/r_keel/replay']);
  });

  it('asks every failed voice, one after the other', async () => {
    showTurns([makeTurn([failed('Ledger'), makeVoice('Keel'), failed('Gadfly')])]);

    void reaskFailed('t_1');
    await vi.waitFor(() => expect(asked).toEqual(['/v1/replies/r_ledger/retry']));
    const again = makeVoice('Ledger', { id: 'r_ledger_again', state: 'streaming', completed: false });
    hear({ kind: 'reply_added', conversation_id: 'c_1', seq: 2, turn_id: 't_1', reply: again });
    await Promise.resolve();
    expect(asked).toHaveLength(1);
    hear(makeSettled(again, 3));

    await vi.waitFor(() => expect(asked).toEqual(['/v1/replies/r_ledger/retry', '/v1/replies/r_gadfly/retry']));
  });
});
