/** Put words on the clipboard: a whole message, or one piece of code of it. */
import { say } from '../../locales/i18n';
import { chosenReplies } from '../../model/conversation';
import { notify } from '../../model/screen';
import { copyText } from '../copyText';
import { focusedReply, focusedTurn } from './focus';
import { waitForDigit } from './waiting';

/** Y: the focused answer, or the question when no voice is focused. */
export function copyWords(): void {
  const reply = focusedReply();
  const words = reply ? (reply.edited ?? reply.text) : focusedTurn()?.text;
  if (words) void copyText(words);
}

/** c: the only piece of code, or the one whose number is pressed next. */
export function copyCode(): void {
  const turn = focusedTurn();
  const replies = focusedReply() ?? (turn ? chosenReplies(turn) : []);
  const pieces = [replies].flat().flatMap((reply) => findCode(reply.edited ?? reply.text));
  const [only] = pieces;
  const count = Math.min(pieces.length, 9);
  if (only === undefined) notify(say('conversation:deed.code.none'));
  else if (count === 1) void copyText(only);
  else {
    notify(say('conversation:deed.code.which', { count }));
    waitForDigit(count, (digit) => void copyText(pieces[digit - 1] ?? ''));
  }
}

/** The fenced pieces of a text, without their fences. One that never ends goes to the end. */
export function findCode(text: string): string[] {
  const pieces: string[] = [];
  let open: { readonly fence: string; readonly lines: string[] } | null = null;
  for (const line of text.split('\n')) {
    const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
    if (open === null) {
      if (fence?.[1] && !(fence[1].startsWith('`') && fence[2]?.includes('`'))) open = { fence: fence[1], lines: [] };
    } else if (fence?.[1]?.startsWith(open.fence) && fence[2]?.trim() === '') {
      pieces.push(open.lines.join('\n'));
      open = null;
    } else open.lines.push(line);
  }
  return open === null ? pieces : [...pieces, open.lines.join('\n')];
}
