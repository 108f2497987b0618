import { memo, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reveal } from './letters';

/** Longer code stays plain: colouring it would hold up the page. */
const LONGEST_COLOURED = 20_000;
/** Long code is several texts, so that a growing one rewrites only its last. */
const STRETCH = 4_000;

interface Props {
  code: string;
  lang?: string | undefined;
  /** More of it may come, so it is not coloured yet. */
  open?: boolean | undefined;
}

export const CodeBlock = memo(function CodeBlock({ code, lang = '', open = false }: Props) {
  const shown = reveal(code);
  const language = lang.split(/\s/)[0] ?? '';
  const coloured = useColours(shown, language, open);
  return (
    <figure className="md-code">
      <figcaption>
        <bdi>{reveal(language).slice(0, 40)}</bdi>
        <Copy text={shown} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre dir="ltr" tabIndex={0}>
        <code>{coloured ?? splitCode(shown)}</code>
      </pre>
    </figure>
  );
});

function Copy({ text }: { text: string }) {
  const { t } = useTranslation('markdown');
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <button type="button" className="btn sm quiet" onClick={() => void copy().catch(() => setCopied(false))}>
      {copied ? t('copied') : t('copy')}
    </button>
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

function splitCode(code: string): ReactNode {
  if (code.length <= STRETCH) return code;
  return Array.from({ length: Math.ceil(code.length / STRETCH) }, (_, at) =>
    code.slice(at * STRETCH, (at + 1) * STRETCH),
  );
}
