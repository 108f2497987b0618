/** What another app shared with this one: it stands in the box of a new conversation, and is never sent by itself. */
import { say } from '../locales/i18n';
import { changeDraft, draftOf } from '../model/draft';
import { go } from '../model/route';
import { notify } from '../model/screen';
import { emit } from '../model/signals';

/** Whole articles come as files; what is shared is a passage or an address. */
const LONGEST = 20_000;

/** Title, words and address under each other, each once, without what cannot be seen. */
export function readShared(search: string): string {
  const given = new URLSearchParams(search);
  const parts = ['title', 'text', 'url'].map((name) => (given.get(name) ?? '').replace(/[^\P{Cc}\n\t]/gu, '').trim());
  const told = parts.filter(
    (part, at) => part !== '' && !parts.some((other, before) => covers(other, before, part, at)),
  );
  return told.join('\n').slice(0, LONGEST);
}

/** Many apps put the address into the text as well, or say one thing twice. */
function covers(other: string, before: number, part: string, at: number): boolean {
  return before !== at && (other === part ? before < at : other.includes(part));
}

/** Once: the address is forgotten at once, so that a reload does not share it again. What was in the box stays above it. */
export function takeShared(search: string): void {
  go({ page: 'conversation', id: null, turnId: null }, { replace: true });
  const words = readShared(search);
  if (words === '') return;
  const { text } = draftOf(null);
  changeDraft(null, { text: text.trim() === '' ? words : `${text}\n\n${words}` });
  emit('focusComposer');
  notify(say('shared'));
}
