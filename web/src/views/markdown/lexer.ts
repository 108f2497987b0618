/** Words to tokens: the one place that knows marked. Whatever comes in, what comes out is shallow and was cheap. */
import { Lexer, Marked, type Token, Tokenizer, type Tokens } from 'marked';
import { findMath, MATH_HERE, matchMath } from './math';

/** Quotes in quotes, lists in lists, stars in stars: deeper than this they are shown as they were written. */
const DEEPEST = 12;
/** Where emphasis, brackets and ticks stand closer than anybody writes them, they are not read at all. */
const MOST_MARKS = 600;
const MARK_RUNS = /[*_~]+|\\+[([]?|[[\]<`$]/g;

/** Raw HTML, definitions and references do not exist here: they stay the text they are. */
class Careful extends Tokenizer {
  depth = 0;

  override html() {
    return undefined;
  }

  override tag() {
    return undefined;
  }

  override def() {
    return undefined;
  }

  override reflink() {
    return undefined;
  }

  override blockquote(source: string) {
    return this.#deeper(() => super.blockquote(source));
  }

  override list(source: string) {
    return this.#deeper(() => super.list(source));
  }

  override emStrong(source: string, masked: string, before?: string) {
    return this.#deeper(() => super.emStrong(source, masked, before));
  }

  override del(source: string, masked: string, before?: string) {
    return this.#deeper(() => super.del(source, masked, before));
  }

  override link(source: string) {
    return this.#deeper(() => super.link(source));
  }

  #deeper<Read>(read: () => Read): Read | undefined {
    if (this.depth >= DEEPEST) return undefined;
    this.depth += 1;
    try {
      return read();
    } finally {
      this.depth -= 1;
    }
  }
}

const plain = new Marked({ gfm: true }).defaults;
const mathematical = new Marked({ gfm: true }).use({
  extensions: [
    { name: 'math', level: 'inline', start: findMath, tokenizer: matchMath },
    {
      name: 'formula',
      level: 'block',
      start: (source) => source.match(/\n {0,3}(?:\$\$|\\\[)/)?.index,
      tokenizer: (source) => matchMath(source, 'block'),
    },
  ],
  hooks: { emStrongMask: (source) => source.replace(MATH_HERE, (math) => 'a'.repeat(math.length)) },
}).defaults;

/** Never throws and never takes long: what cannot be read within reason is one paragraph of plain text. */
export function lex(source: string): Token[] {
  if ((source.match(MARK_RUNS)?.length ?? 0) > MOST_MARKS) return [asText(source)];
  const grammar = source.includes('$') || source.includes('\\') ? mathematical : plain;
  try {
    return new Lexer({ ...grammar, tokenizer: new Careful() }).lex(source);
  } catch {
    return [asText(source)];
  }
}

/** The last block of a reply that is still arriving: an address at its very end may be half of one, so it is no link yet. */
export function lexOpen(source: string): Token[] {
  const tokens = lex(source);
  const last = tokens.at(-1);
  // Its source may be its last: only by this is it drawn again once the address is a link.
  if (last && loosen(tokens)) Object.assign(last, { open: true });
  return tokens;
}

/** True when there was such an address. */
function loosen(tokens: Token[]): boolean {
  const last = tokens.at(-1);
  if (last === undefined) return false;
  if (last.type === 'list') return loosen((last as Tokens.List).items.at(-1)?.tokens ?? []);
  if (last.type === 'link' && 'autolink' in last) {
    tokens[tokens.length - 1] = textToken(last.raw);
    return true;
  }
  return 'tokens' in last && last.tokens ? loosen(last.tokens) : false;
}

function asText(source: string): Token {
  return { type: 'paragraph', raw: source, text: source, tokens: [textToken(source)] } as Tokens.Paragraph;
}

function textToken(text: string): Tokens.Text {
  return { type: 'text', raw: text, text };
}
