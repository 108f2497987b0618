/** TeX to MathML elements. Loaded when the first formula appears. */
import { createElement, type ReactNode } from 'react';
import temml from 'temml';
import { ALLOWED } from './allowed';

const LONGEST = 2_000;
const DEEPEST = 60;
/** Commands that name addresses, classes, styles or new commands: a reply that uses them is shown as its source. */
const REFUSED =
  /\\(?:href|url|includegraphics|class|cssId|id|style|html[A-Za-z]*|data|[egx]?def|let|futurelet|global|long|(?:re|provide)?newcommand|providecommand|renewcommand|DeclareMathOperator|input|include|csname|expandafter|char|verb|label|tag|ref|eqref)(?![A-Za-z])/;

/** A node of the typesetter: an element, a run of text, or a mere list. Addresses and images are nodes of other kinds. */
interface Node {
  readonly type?: string;
  readonly text?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly classes?: readonly string[];
  readonly children?: readonly Node[];
}

/** `null` when it cannot or must not be set; the caller shows the source. No markup is made: the policy refuses that. */
export function typeset(tex: string, display: boolean): ReactNode {
  if (tex.length > LONGEST || REFUSED.test(tex)) return null;
  try {
    const tree = temml.__renderToMathMLTree(tex, {
      displayMode: display,
      throwOnError: true,
      strict: false,
      trust: false,
      maxExpand: 100,
      maxSize: [10, 10],
      macros: {},
    }) as Node;
    return renderElement(tree, 0, tex);
  } catch {
    return null;
  }
}

/** Throws at anything that is not on the list: half a formula would say something else. */
function renderElement({ type = '', attributes = {}, classes = [], children = [] }: Node, depth: number, tex?: string) {
  if (depth > DEEPEST || !ALLOWED.math.elements.has(type)) throw new Error('not a formula');
  const properties: Record<string, string> = tex === undefined ? {} : { 'data-tex': tex, dir: 'ltr' };
  for (const [key, value] of Object.entries(attributes))
    if (ALLOWED.math.attributes.has(key)) properties[key] = String(value);
  const side = classes.find((each) => each === 'tml-left' || each === 'tml-right');
  if (side) properties.className = side.replace('tml', 'md');
  return createElement(type, properties, ...children.flatMap((node) => renderNode(node, depth + 1)));
}

function renderNode(node: Node, depth: number): ReactNode[] {
  if (typeof node.text === 'string') return [node.text];
  const isList = node.type === undefined && node.attributes === undefined && !('href' in node) && node.children;
  if (isList) return isList.flatMap((each) => renderNode(each, depth + 1));
  return [renderElement(node, depth)];
}
