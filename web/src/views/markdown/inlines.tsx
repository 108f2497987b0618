import type { MarkedToken, Token, Tokens } from 'marked';
import { Fragment, type ReactNode } from 'react';
import { Formula } from './Formula';
import { Image } from './Image';
import { Link } from './Link';
import { decode, reveal } from './letters';
import type { MathToken } from './math';
import { Tick } from './Tick';

export function renderInlines(tokens: readonly Token[] | undefined): ReactNode {
  return tokens?.map((token, place) => {
    const words = renderInline(token as MarkedToken | MathToken);
    // biome-ignore lint/suspicious/noArrayIndexKey: words are only ever added at the end.
    return typeof words === 'string' ? words : <Fragment key={place}>{words}</Fragment>;
  });
}

/** The text of a tight list item holds its own inlines. */
export function renderWords(token: Tokens.Text | Tokens.Generic): ReactNode {
  return token.tokens ? renderInlines(token.tokens) : decode(token.text as string);
}

function renderInline(token: MarkedToken | MathToken): ReactNode {
  switch (token.type) {
    case 'text':
      return renderWords(token);
    case 'escape':
      return token.text;
    case 'strong':
      return <strong>{renderInlines(token.tokens)}</strong>;
    case 'em':
      return <em>{renderInlines(token.tokens)}</em>;
    case 'del':
      return <del>{renderInlines(token.tokens)}</del>;
    case 'codespan':
      return <code dir="ltr">{reveal(token.text as string)}</code>;
    case 'br':
      return <br />;
    case 'link':
      return <Link link={token as Tokens.Link}>{renderInlines(token.tokens)}</Link>;
    case 'image':
      return <Image image={token as Tokens.Image} />;
    case 'math':
      return <Formula tex={(token as MathToken).tex} display={(token as MathToken).display} />;
    case 'checkbox':
      return <Tick checked={(token as Tokens.Checkbox).checked} />;
    default:
      return decode(token.raw);
  }
}
