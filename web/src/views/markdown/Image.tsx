import type { Tokens } from 'marked';
import { useTranslation } from 'react-i18next';
import { decode } from './letters';

const LONGEST = 300;

/** An image is never fetched: what it is said to show, and where it would have come from, as text. */
export function Image({ image }: { image: Tokens.Image }) {
  const { t } = useTranslation('markdown');
  const address = decode(image.href);
  return (
    <span className="md-image">
      <bdi>[{image.text === '' ? t('image') : t('imageOf', { alt: decode(image.text) })}]</bdi>{' '}
      <bdi dir="ltr" className="md-place">
        {address.length > LONGEST ? `${address.slice(0, LONGEST)}…` : address}
      </bdi>
    </span>
  );
}
