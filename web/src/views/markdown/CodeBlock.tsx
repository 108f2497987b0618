import { lazy, memo, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Code } from './Code';
import { Copy } from './Copy';
import { reveal } from './letters';

const Diagram = lazy(() => import('./Diagram').then((room) => ({ default: room.Diagram })));

/** Longer code stays plain: colouring it would hold up the page. */
const LONGEST_COLOURED = 20_000;

interface Props {
  code: string;
  lang?: string | undefined;
  /** More of it may come, so it is not coloured yet, and nothing is drawn of it. */
  open?: boolean | undefined;
}

export const CodeBlock = memo(function CodeBlock({ code, lang = '', open = false }: Props) {
  const language = lang.split(/\s/)[0] ?? '';
  const plain = <PlainCode code={code} language={language} open={open} />;
  if (open || language.toLowerCase() !== 'mermaid') return plain;
  return (
    <Suspense fallback={plain}>
      <Diagram code={code} />
    </Suspense>
  );
});

function PlainCode({ code, language, open }: { code: string; language: string; open: boolean }) {
  const shown = reveal(code);
  const coloured = useColours(shown, language, open);
  return (
    <figure className="md-code">
      <figcaption>
        <bdi>{reveal(language).slice(0, 40)}</bdi>
        <Copy text={shown} />
      </figcaption>
      <Code text={shown}>{coloured}</Code>
    </figure>
  );
}

/** The highlighter comes with the first finished code that has a language. */
function useColours(code: string, language: string, open: boolean): ReactNode {
  const [coloured, setColoured] = useState<{ code: string; nodes: ReactNode } | null>(null);
  useEffect(() => {
    if (open || language === '' || code.length > LONGEST_COLOURED) return undefined;
    let wanted = true;
    void import('./highlight')
      .then(({ highlight }) => {
        if (wanted) setColoured({ code, nodes: highlight(code, language) });
      })
      .catch(() => undefined);
    return () => {
      wanted = false;
    };
  }, [code, language, open]);
  return coloured?.code === code && !open ? coloured.nodes : null;
}
