import { beforeEach, describe, expect, it } from 'vitest';
import { changeDraft, draftOf, drafts, spendDraft } from './draft';
import { keep, recall } from './keep';

beforeEach(() => {
  drafts.setState({}, true);
  keep('drafts', {});
});

describe('a draft', () => {
  it('loses what was sent and keeps what was written meanwhile (W18)', () => {
    changeDraft('c_1', { text: 'Do I sign?', off: ['reference'] });
    changeDraft('c_1', { text: 'Do I sign? And when' });

    spendDraft('c_1', 'Do I sign?');

    expect(draftOf('c_1')).toMatchObject({ text: 'And when', off: [] });
  });

  it('does not erase what another tab has kept', () => {
    changeDraft('c_1', { text: 'mine' });
    keep('drafts', { ...recall<object>('drafts', {}), c_2: { ...draftOf('c_1'), text: 'from the other tab' } });

    changeDraft('c_1', { text: 'mine, longer' });

    expect(recall<Record<string, { text: string }>>('drafts', {})).toMatchObject({
      c_1: { text: 'mine, longer' },
      c_2: { text: 'from the other tab' },
    });
  });

  it('with nothing in it is not kept', () => {
    changeDraft('c_1', { text: 'x' });
    changeDraft('c_1', { text: '' });

    expect(recall('drafts', {})).toEqual({});
  });
});
