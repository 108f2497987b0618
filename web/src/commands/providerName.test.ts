import { describe, expect, it } from 'vitest';
import type { ConnectedAnswer } from '../protocol/generated/answers';
import { nameOwn } from './providerName';

function connected(name: string, base_url: string, source: ConnectedAnswer['source'] = 'added'): ConnectedAnswer {
  return {
    name,
    base_url,
    source,
    key_end: null,
    model: 'voice',
    overruled: false,
    worked_at: null,
    refused_since: null,
    refusal: null,
  };
}

const FIRST = connected('mine', 'http://127.0.0.1:9910/v1');

describe("the name of a server of one's own", () => {
  it('is one that nobody has, so that a second server does not replace the first', () => {
    expect(nameOwn('http://127.0.0.1:9910/v1', [])).toBe('mine');
    expect(nameOwn('http://127.0.0.1:9911/v1', [FIRST])).toBe('mine-2');
    const gap = [FIRST, connected('mine-3', 'http://127.0.0.1:9913/v1')];
    expect(nameOwn('http://127.0.0.1:9911/v1', gap)).toBe('mine-2');
    expect(nameOwn('http://127.0.0.1:9911/v1', [connected('mine', 'http://elsewhere/v1', 'environment')])).toBe(
      'mine-2',
    );
  });

  it('stays the same for the same address, as when its key changes', () => {
    const second = connected('mine-2', 'http://127.0.0.1:9911/v1');
    expect(nameOwn(' http://127.0.0.1:9911/v1/ ', [FIRST, second])).toBe('mine-2');
  });
});
