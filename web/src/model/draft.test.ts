import { beforeEach, describe, expect, it, vi } from 'vitest';
import { changeDraft, draftOf, drafts, returnDraft, spendDraft, takeDraft } from './draft';
import { keep, recall, storageKey } from './keep';

beforeEach(() => {
  drafts.setState({}, true);
  keep('drafts', {});
});

describe('a draft', () => {
  it('is empty as soon as it is taken, and what is written then is the next one (W18)', () => {
    changeDraft('c_1', { text: 'Do I sign?', off: ['reference'], filter: 'r2' });

    expect(takeDraft('c_1')).toMatchObject({ text: 'Do I sign?', off: ['reference'] });
    expect(draftOf('c_1')).toMatchObject({ text: '', off: [], filter: 'r2' });
    changeDraft('c_1', { text: 'And when' });
    spendDraft('c_1');

    expect(draftOf('c_1').text).toBe('And when');
    expect(recall<Record<string, { text: string }>>('drafts', {}).c_1?.text).toBe('And when');
  });

  it('comes back above what was written meanwhile, with what both had chosen', () => {
    const file = { id: 'd_1', name: 'a.txt', kind: 'inline', bytes: 1, isImage: false } as const;
    changeDraft('c_1', { text: 'Do I sign?', off: ['reference'], attachments: [file], advisorIds: ['keel'] });
    takeDraft('c_1');
    changeDraft('c_1', { text: 'And when', off: ['todo'], attachments: [{ ...file, id: 'd_2' }] });

    returnDraft('c_1');

    expect(draftOf('c_1')).toMatchObject({
      text: 'Do I sign?\nAnd when',
      off: ['reference', 'todo'],
      advisorIds: ['keel'],
    });
    expect(draftOf('c_1').attachments.map((each) => each.id)).toEqual(['d_1', 'd_2']);
  });

  it('is back to the usual models behind the message they were chosen for', () => {
    changeDraft('c_1', { text: 'Do I sign?', models: { '': 'stage:other', keel: 'stage:third' } });

    expect(takeDraft('c_1').models).toEqual({ '': 'stage:other', keel: 'stage:third' });
    expect(draftOf('c_1').models).toEqual({});
    changeDraft('c_1', { models: { keel: 'stage:fourth' } });
    returnDraft('c_1');

    expect(draftOf('c_1').models).toEqual({ '': 'stage:other', keel: 'stage:fourth' });
  });

  it('is kept until it was accepted, should the page be closed before', () => {
    changeDraft('c_1', { text: 'Do I sign?' });
    takeDraft('c_1');
    expect(recall<Record<string, { text: string }>>('drafts', {}).c_1?.text).toBe('Do I sign?');

    spendDraft('c_1');
    expect(recall('drafts', {})).toEqual({});
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

describe('another tab of this browser', () => {
  const hearTab = (kept: object) => {
    keep('drafts', kept);
    const writes = vi.spyOn(Storage.prototype, 'setItem');
    dispatchEvent(new StorageEvent('storage', { key: storageKey('drafts') }));
    expect(writes, 'what was heard is not written back').not.toHaveBeenCalled();
    writes.mockRestore();
  };

  it('writes here too, and what it sent is gone here too', () => {
    changeDraft('c_1', { text: 'Do I' });
    const { c_1: mine } = recall<Record<string, object>>('drafts', {});

    hearTab({ c_1: { ...mine, text: 'Do I sign?' }, c_2: { ...mine, text: 'Elsewhere' } });
    expect([draftOf('c_1').text, draftOf('c_2').text]).toEqual(['Do I sign?', 'Elsewhere']);

    hearTab({});
    expect([draftOf('c_1').text, draftOf('c_2').text]).toEqual(['', '']);
  });

  it('does not touch a message that is on its way from here', () => {
    changeDraft('c_1', { text: 'Do I sign?' });
    takeDraft('c_1');

    hearTab({});
    returnDraft('c_1');

    expect(draftOf('c_1').text).toBe('Do I sign?');
  });

  it('is not listened to about anything else', () => {
    changeDraft('c_1', { text: 'Do I sign?' });
    keep('drafts', {});

    dispatchEvent(new StorageEvent('storage', { key: storageKey('preferences') }));

    expect(draftOf('c_1').text).toBe('Do I sign?');
  });
});
