import { beforeEach, describe, expect, it } from 'vitest';
import { changeDraft, draftOf, drafts } from '../model/draft';
import { findPartial, matchVoices, mentionOf, readMentions, writeText } from './mention';

const ledger = { id: 'le', name: 'Ledger' };
const keel = { id: 'ke', name: 'Keel' };
const skeptic = { id: 'sk', name: 'The Skeptic' };
const panel = [ledger, keel, skeptic];

describe('who a message names', () => {
  it.each([
    ['@Ledger @Keel what now?', ['le', 'ke']],
    ['@keel, @ledger: what now?', ['le', 'ke']],
    ['  @The Skeptic is that so?', ['sk']],
    ['@the  skeptic is that so?', ['sk']],
    ['@Skeptic', ['sk']],
    ['@Ledgers are books', []],
    ['write to me@Ledger', []],
    ['what does @Ledger think?', []],
    ['@Nobody @Ledger hm', []],
    ['', []],
  ])('%j asks %j', (text, ids) => {
    expect(readMentions(text, panel).ids).toEqual(ids);
  });

  it('takes the longest name that fits', () => {
    const long = { id: 'kl', name: 'Keel and Mast' };

    expect(readMentions('@Keel and Mast, go', [keel, long]).ids).toEqual(['kl']);
  });

  it('asks both when two voices carry one name', () => {
    const other = { id: 'k2', name: 'Keel' };

    expect(readMentions('@Keel go', [keel, other]).ids).toEqual(['ke', 'k2']);
  });

  it('reads names made of signs as signs', () => {
    const odd = { id: 'odd', name: '(.*)+$ [a-z]' };

    expect(readMentions('@(.*)+$ [a-z] well?', [odd, keel]).ids).toEqual(['odd']);
    expect(readMentions('@anything', [odd]).ids).toEqual([]);
  });
});

describe('a mention being typed', () => {
  it('is found at the beginning and after other mentions, nowhere else', () => {
    expect(findPartial('@Le', 3, panel)).toEqual({ start: 0, query: 'Le' });
    expect(findPartial('@Ledger @', 9, panel)).toEqual({ start: 8, query: '' });
    expect(findPartial('@Ledger', 7, panel)).toBeNull();
    expect(findPartial('ask @Le', 7, panel)).toBeNull();
  });

  it('means every voice with a word that begins so', () => {
    expect(matchVoices('', panel)).toEqual(panel);
    expect(matchVoices('sk', panel)).toEqual([skeptic]);
    expect(matchVoices('the s', panel)).toEqual([skeptic]);
  });

  it('is written without the article, unless that would name somebody else too', () => {
    expect(mentionOf(skeptic, panel)).toBe('@Skeptic');
    expect(mentionOf(skeptic, [...panel, { id: 's2', name: 'Skeptic' }])).toBe('@The Skeptic');
  });
});

describe('writing', () => {
  beforeEach(() => drafts.setState({}, true));

  it('asks whom the text names and everybody again when the names go', () => {
    writeText('c', '@Keel why?', panel);
    expect(draftOf('c')).toMatchObject({ text: '@Keel why?', advisorIds: ['ke'] });

    writeText('c', 'why?', panel);
    expect(draftOf('c').advisorIds).toBeNull();
  });

  it('does not take back "ask all" while the same names stand there', () => {
    writeText('c', '@Keel why', panel);
    changeDraft('c', { advisorIds: null });
    writeText('c', '@Keel why?', panel);

    expect(draftOf('c').advisorIds).toBeNull();
  });

  it('leaves a choice made in the menu alone', () => {
    changeDraft('c', { advisorIds: ['le'] });
    writeText('c', 'why?', panel);

    expect(draftOf('c').advisorIds).toEqual(['le']);
  });
});
