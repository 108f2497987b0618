import type { ReactNode } from 'react';
import { asSentence } from '../../locales/sentence';
import { Failed } from '../parts/Failed';

interface Props {
  /** What became of it, in a word. */
  word: string;
  error: { readonly code: string; readonly message: string } | null;
  children?: ReactNode;
}

/** Something that did not come to its end: what became of it, and why by name. */
export function Cut({ word, error, children }: Props) {
  return (
    <p className="cut" dir="auto">
      {error ? <Failed title={asSentence(word)} error={error} /> : <b>{asSentence(word)}</b>} {children}
    </p>
  );
}
