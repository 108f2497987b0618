import { useTranslation } from 'react-i18next';
import { Tooltip } from './Floating';

interface Props {
  title: string;
  /** What it means, if the title does not say all of it. */
  about?: string;
  code: string;
}

/** A name in plain words. What it means, and the short code it has elsewhere, is told to who points at it or presses it. */
export function Explained({ title, about, code }: Props) {
  const { t } = useTranslation();
  return (
    <Tooltip
      trigger={
        <button type="button" className="explained">
          {title}
        </button>
      }
    >
      <h3>{title}</h3>
      {about && <p>{about}</p>}
      <hr />
      <p className="short">
        {t('shortCode')} <code>{code}</code>
      </p>
    </Tooltip>
  );
}
