import { describe, expect, it } from 'vitest';
import { changesOf, countWords, editOf, NEW_ADVISOR, newOf, problemsOf } from './advisorEdit';
import type { Advisor } from './workspace';

const SKEPTIC: Advisor = {
  id: 'skeptic',
  version: 3,
  name: 'The Skeptic',
  description: 'You doubt.',
  tagline: 'weak points',
  colour: 'lapis',
  model: null,
  voice: null,
  tools: [],
  parameters: { temperature: 0.7, max_tokens: null, thinking: null },
  archived: false,
  created_at: '2026-11-15T08:00:00Z',
};

describe('saving an advisor', () => {
  it('sends only what was changed, and the version it was changed from', () => {
    const edit = { ...editOf(SKEPTIC), description: 'You doubt gently.', maxTokens: '900' };

    expect(changesOf(SKEPTIC, edit)).toEqual({
      description: 'You doubt gently.',
      parameters: { max_tokens: 900 },
      expect_version: 3,
    });
  });

  it('says null for what was emptied: the default model, the temperature of the model', () => {
    const own = { ...SKEPTIC, model: 'openai:large' };
    const edit = { ...editOf(own), model: '', temperature: '' };

    expect(changesOf(own, edit)).toEqual({ model: null, parameters: { temperature: null }, expect_version: 3 });
  });

  it('leaves the colour of a new one to the server until one is chosen', () => {
    expect(newOf({ ...NEW_ADVISOR, name: ' The Banker ' })).toEqual({
      name: 'The Banker',
      tagline: '',
      description: '',
      parameters: { temperature: 0.7, max_tokens: null },
    });
  });

  it('waits for a name, a readable model and sane numbers', () => {
    const wrong = { ...NEW_ADVISOR, name: ' ', model: 'large', temperature: '3', maxTokens: '1.5' };

    expect(problemsOf(wrong)).toEqual(['name', 'model', 'temperature', 'maxTokens']);
    expect(problemsOf({ ...wrong, temperature: 'warm', maxTokens: '' })).toContain('temperature');
    expect(problemsOf({ ...NEW_ADVISOR, name: 'A', model: 'ollama:qwen3:8b', temperature: '0' })).toEqual([]);
  });
});

describe('counting words', () => {
  it('counts them where no blanks stand between them, too', () => {
    expect(countWords('You doubt, gently.', 'en')).toBe(3);
    expect(countWords('東京は今日も雨です', 'ja')).toBeGreaterThan(3);
    expect(countWords(' … ', 'en')).toBe(0);
  });
});
