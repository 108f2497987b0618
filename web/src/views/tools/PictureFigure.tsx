import './pictures.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dataAddress } from '../../commands/documents';
import type { Picture } from '../../protocol/events';

interface Props {
  voice: string;
  picture: Picture;
  /** The tool that brought it; none where the voice itself made it. */
  tool: string | null;
}

/** A picture in an answer: as large as the column, opened large by a click, and saved. Its place is kept before it is here. */
export function PictureFigure({ voice, picture, tool }: Props) {
  const { t } = useTranslation('documents');
  const [gone, setGone] = useState(false);
  const { name, width, height, alt, document_id: id } = picture;
  const what = alt || t('picture', { name, width, height });
  const said = tool === null ? t('pictures.made', { voice, what }) : t('pictures.brought', { tool, what });
  if (gone) return <p className="picture-gone">{t('pictures.gone', { name })}</p>;
  return (
    <figure className="reply-picture">
      <a href={dataAddress(id)} target="_blank" rel="noreferrer" title={t('pictures.open')}>
        <img
          src={dataAddress(id)}
          alt={said}
          width={width}
          height={height}
          loading="lazy"
          onError={() => setGone(true)}
        />
      </a>
      <figcaption>
        <bdi>{name}</bdi>{' '}
        <a href={dataAddress(id)} download={name}>
          {t('pictures.save', { name })}
        </a>
      </figcaption>
    </figure>
  );
}
