import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { findPartial, matchVoices, mentionOf, type Partial, writeText } from '../../commands/mention';
import type { Advisor } from '../../model/workspace';

interface Mention {
  /** Who may be meant; empty when nothing is being completed. */
  readonly voices: readonly Advisor[];
  readonly at: number;
  choose: (voice: Advisor) => void;
  /** Look again: the text or the caret has changed. */
  look: () => void;
  /** True when the key was about the list. */
  takeKey: (event: KeyboardEvent) => boolean;
}

/** Completes `@name` in a text field: arrows move, Enter and Tab choose, Esc leaves it. */
export function useMention(
  field: RefObject<HTMLTextAreaElement | null>,
  conversationId: string | null,
  text: string,
  seats: readonly Advisor[],
): Mention {
  const [partial, setPartial] = useState<Partial | null>(null);
  const [at, setAt] = useState(0);
  const left = useRef<number | null>(null);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current === null || text === '') return;
    field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [text, field]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation has another text.
  useEffect(() => setPartial(null), [conversationId]);

  const voices = partial === null ? [] : matchVoices(partial.query, seats);

  function look(): void {
    const now = field.current;
    const found =
      now && now.selectionStart === now.selectionEnd ? findPartial(now.value, now.selectionEnd, seats) : null;
    if (found?.start !== left.current) left.current = null;
    const next = found !== null && left.current === found.start ? null : found;
    if (next?.start === partial?.start && next?.query === partial?.query) return;
    setPartial(next);
    setAt(0);
  }

  function choose(voice: Advisor): void {
    const now = field.current;
    if (now === null || partial === null) return;
    const written = `${mentionOf(voice, seats)} `;
    const rest = now.value.slice(now.selectionEnd).replace(/^ /, '');
    caret.current = partial.start + written.length;
    writeText(conversationId, now.value.slice(0, partial.start) + written + rest, seats);
    setPartial(null);
  }

  function takeKey(event: KeyboardEvent): boolean {
    if (partial === null || voices.length === 0) return false;
    const voice = voices[at];
    if (event.key === 'ArrowDown') setAt((at + 1) % voices.length);
    else if (event.key === 'ArrowUp') setAt((at + voices.length - 1) % voices.length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && voice) choose(voice);
    else if (event.key === 'Escape') {
      left.current = partial.start;
      setPartial(null);
    } else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  return { voices, at, choose, look, takeKey };
}
