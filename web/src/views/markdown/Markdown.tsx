import type { Token } from 'marked';
import { memo, useState } from 'react';
import { Block } from './Block';
import { type MarkdownBlock, Reader } from './reader';

interface Props {
  text: string;
  /** More is coming: the end is completed to what it will most likely be. */
  streaming?: boolean;
  /** Of the whole; each block finds its own. */
  dir?: 'ltr' | 'rtl' | 'auto';
}

/**
 * An advisor's words. The same for words that arrive and words that were kept: text becomes tokens, tokens
 * become elements of a short list, and nothing in between is ever HTML.
 */
export const Markdown = memo(function Markdown({ text, streaming = false, dir }: Props) {
  const [reader] = useState(() => new Reader());
  const { pages, open } = reader.read(text, streaming);
  return (
    <div className={streaming ? 'md live' : 'md'} dir={dir}>
      {[...pages, open].map((pieces, number) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages are only ever added at the end.
        <Page key={number} pieces={pieces} />
      ))}
    </div>
  );
});

const Page = memo(function Page({ pieces }: { pieces: readonly MarkdownBlock[] }) {
  return pieces.map((piece) => <Blocks key={piece.start} tokens={piece.tokens} />);
});

const Blocks = memo(function Blocks({ tokens }: { tokens: readonly Token[] }) {
  // A block keeps its place in its piece for as long as it lives.
  // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity.
  return tokens.map((token, place) => (token.type === 'space' ? null : <Block key={place} token={token} />));
});
