import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Markdown } from '../markdown/Markdown';

interface Props {
  text: string;
  /** Nothing but thoughts has come so far. */
  live: boolean;
}

/** What the voice thought before it spoke. Open while it is all there is, closed once words arrive. */
export function Thinking({ text, live }: Props) {
  const { t } = useTranslation('conversation');
  const [wanted, want] = useState<boolean | null>(null);
  if (text === '') return null;
  const open = wanted ?? live;
  return (
    <div className="think">
      <button type="button" aria-expanded={open} onClick={() => want(!open)}>
        {live ? t('reply.thinking') : t('reply.thought')}
      </button>
      {open && <Markdown text={text} streaming={live} />}
    </div>
  );
}
