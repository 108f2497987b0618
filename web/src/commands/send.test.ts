import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { documents } from '../model/documents';
import { changeDraft, draftOf, drafts } from '../model/draft';
import { makeTurn, makeVoice, showTurns } from '../model/fixtures';
import { screen } from '../model/screen';
import { newKey } from '../protocol/key';
import { giveBack, take } from './send';

const upload = { id: 1, name: 'plan.pdf', draft: 'c_1', share: 0.6, problem: null };

beforeEach(() => {
  drafts.setState({}, true);
  showTurns([makeTurn([makeVoice('Keel')])]);
  changeDraft('c_1', { text: 'What does the plan say?' });
});
afterEach(() => {
  documents.setState({ uploads: [] });
  screen.setState({ notice: null });
  vi.unstubAllGlobals();
});

it('a message waits for its files, and says so; those of another, and refused ones, keep nobody waiting', () => {
  documents.setState({ uploads: [upload] });
  expect(take()).toBeNull();
  expect(screen.getState().notice?.text).toBe('Files are still on their way. Send when they are there.');
  expect(draftOf('c_1').text).toBe('What does the plan say?');

  const refused = { code: 'too_large', message: 'Too large.', facts: {} };
  documents.setState({
    uploads: [
      { ...upload, draft: 'c_2' },
      { ...upload, problem: refused as never },
    ],
  });
  const errand = take();
  expect(errand?.draft.text).toBe('What does the plan say?');
  if (errand) giveBack(errand);
});

it('a page that came without TLS has keys too', () => {
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(7) });

  expect(newKey()).toBe('07'.repeat(16));
});
