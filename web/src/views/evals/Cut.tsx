import type { ReactNode } from 'react';
import { asSentence } from '../../locales/sentence';

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
      <b>{asSentence(word)}</b>{' '}
      {error && (
        <>
          <code className="error-code" dir="ltr">
            [error: {error.code}]
          </code>{' '}
          {asSentence(error.message)}{' '}
        </>
      )}
      {children}
    </p>
  );
}
