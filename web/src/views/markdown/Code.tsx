import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Long code is several texts, so that a growing one rewrites only its last. */
const STRETCH = 4_000;
/** Code of more lines than this rests at the height the style sheet gives it, as long as enough would be hidden. */
const RESTING_LINES = 28;

/** The lines themselves, at a bounded height; the rest is one press away. */
export function Code({ text, children }: { text: string; children?: ReactNode }) {
  const { t } = useTranslation('markdown');
  const [open, setOpen] = useState(false);
  const count = countLines(text);
  const isLong = count > RESTING_LINES;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre dir="ltr" tabIndex={0} className={isLong && !open ? 'md-rest' : undefined}>
        <code>{children ?? splitCode(text)}</code>
      </pre>
      {isLong && (
        <button type="button" className="link md-more" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t('fewerLines') : t('allLines', { count })}
        </button>
      )}
    </>
  );
}

function countLines(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function splitCode(code: string): ReactNode {
  if (code.length <= STRETCH) return code;
  return Array.from({ length: Math.ceil(code.length / STRETCH) }, (_, at) =>
    code.slice(at * STRETCH, (at + 1) * STRETCH),
  );
}
