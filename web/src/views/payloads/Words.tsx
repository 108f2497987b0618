import '../../locales/inspector';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

const WIDTH = 56;
// What is folded away is not put on the page at all; a clipped line needs no more than this.
const EXCERPT = 400;

/** Words, folded to a few lines when they are more than that. */
export function Words({ text, lines }: { text: string; lines: 1 | 3 }) {
  const { t } = useTranslation('inspector');
  const [open, setOpen] = useState(false);
  const isShort = text.length <= WIDTH * lines && text.split('\n', lines + 1).length <= lines;
  if (isShort) return <pre dir="auto">{text}</pre>;
  if (!open) {
    return (
      <button type="button" className={`words c${lines}`} aria-expanded={false} onClick={() => setOpen(true)}>
        <span dir="auto">{text.slice(0, EXCERPT)}</span>
      </button>
    );
  }
  return (
    <div className="whole">
      <pre dir="auto">{text}</pre>
      <button type="button" className="link" aria-expanded={true} onClick={() => setOpen(false)}>
        {t('payload.less')}
      </button>
    </div>
  );
}
