import type { MarkedToken, Token, Tokens } from 'marked';
import { Fragment, memo, type ReactNode } from 'react';
import { CodeBlock } from './CodeBlock';
import { Formula } from './Formula';
import { renderInlines, renderWords } from './inlines';
import type { MathToken } from './math';
import type { CodeToken } from './reader';
import { Table } from './Table';

/** A table with more of them is no table but a way to be slow. */
const MOST_COLUMNS = 50;

/** One block at the top of a reply. It finds its own direction, and is drawn again only when its source changes. */
export const Block = memo(
  function Block({ token }: { token: Token }) {
    return renderBlock(token as MarkedToken | MathToken, 'auto');
  },
  (before, after) =>
    before.token === after.token ||
    (before.token.type === after.token.type &&
      before.token.raw === after.token.raw &&
      (before.token as CodeToken).lang === (after.token as CodeToken).lang &&
      (before.token as CodeToken).open === (after.token as CodeToken).open),
);

function renderBlock(token: MarkedToken | MathToken, dir?: 'auto', key?: number): ReactNode {
  switch (token.type) {
    case 'paragraph':
      return (
        <p key={key} dir={dir}>
          {renderInlines(token.tokens)}
        </p>
      );
    case 'heading':
      return (
        <h4 key={key} dir={dir} className={`md-h${token.depth}`}>
          {renderInlines(token.tokens)}
        </h4>
      );
    case 'blockquote':
      return (
        <blockquote key={key} dir={dir}>
          {renderBlocks(token.tokens)}
        </blockquote>
      );
    case 'list':
      return renderList(token, dir, key);
    case 'code':
      return <CodeBlock key={key} code={token.text} lang={token.lang} open={(token as CodeToken).open} />;
    case 'table':
      if (token.header.length > MOST_COLUMNS) return <p key={key}>{token.raw}</p>;
      return <Table key={key} table={token} dir={dir} />;
    case 'hr':
      return <hr key={key} />;
    case 'math':
      return (
        <p key={key} className="md-formula">
          <Formula tex={(token as MathToken).tex} display />
        </p>
      );
    case 'space':
      return null;
    case 'text':
      return <Fragment key={key}>{renderWords(token)}</Fragment>;
    case 'checkbox':
      return renderInlines([token]);
    default:
      return (
        <p key={key} dir={dir}>
          {token.raw}
        </p>
      );
  }
}

function renderBlocks(tokens: readonly Token[]): ReactNode {
  return tokens.map((token, place) => renderBlock(token as MarkedToken, undefined, place));
}

function renderList(list: Tokens.List, dir: 'auto' | undefined, key?: number): ReactNode {
  // A list never changes its order while it grows, so the place of an item is its identity.
  // biome-ignore lint/suspicious/noArrayIndexKey: see above.
  const items = list.items.map((item, place) => <li key={place}>{renderBlocks(item.tokens)}</li>);
  if (!list.ordered)
    return (
      <ul key={key} dir={dir}>
        {items}
      </ul>
    );
  return (
    <ol key={key} dir={dir} start={list.start === '' || list.start === 1 ? undefined : list.start}>
      {items}
    </ol>
  );
}
