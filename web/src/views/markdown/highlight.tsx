/** Colours for code. Loaded when the first code is finished, never with the first screen. */
import { common, createLowlight } from 'lowlight';
import { Fragment, type ReactNode } from 'react';

const lowlight = createLowlight(common);
const LANGUAGE = /^[a-z0-9+#._-]{1,24}$/;
const CLASSES = /^[a-z][a-z0-9_-]*$/i;

type Tree = ReturnType<typeof lowlight.highlight>['children'];

/** `null` when the language is not known here: the code stays plain. */
export function highlight(code: string, language: string): ReactNode {
  const name = language.toLowerCase();
  if (!LANGUAGE.test(name) || !lowlight.registered(name)) return null;
  return renderTree(lowlight.highlight(name, code).children);
}

/** Spans with a class, and text. Whatever else a grammar might make is left out. */
function renderTree(tree: Tree): ReactNode {
  return tree.map((node, place) => {
    if (node.type === 'text') return node.value;
    if (node.type !== 'element') return null;
    const children = renderTree(node.children);
    // biome-ignore lint/suspicious/noArrayIndexKey: finished code does not change.
    if (node.tagName !== 'span') return <Fragment key={place}>{children}</Fragment>;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: finished code does not change.
      <span key={place} className={readClass(node.properties.className)}>
        {children}
      </span>
    );
  });
}

function readClass(value: unknown): string {
  const names = Array.isArray(value) ? value.map(String) : [];
  return names.filter((name) => CLASSES.test(name)).join(' ');
}
