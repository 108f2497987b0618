import { useTranslation } from 'react-i18next';
import { dataAddress } from '../../commands/documents';
import { findTurn } from '../../model/conversation';
import type { Turn } from '../../protocol/events';
import { RouteLink } from '../parts/RouteLink';
import { useConversation } from '../parts/store';

type Part = Turn['parts'][number];
// Tall enough to be recognised, and known before the picture is here, so that nothing moves when it comes.
const HEIGHT = 120;
const NONE: readonly Part[] = [];

/** The files of a turn: pictures as they are shown to advisors, others by name. */
export function TurnParts({ turnId }: { turnId: string }) {
  const { t } = useTranslation('documents');
  const parts = useConversation((state) => findTurn(state, turnId)?.parts ?? NONE);
  if (parts.length === 0) return null;
  return (
    <ul className="turn-parts" aria-label={t('parts')}>
      {parts.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message never move.
        <li key={place}>
          <One part={part} />
        </li>
      ))}
    </ul>
  );
}

function One({ part }: { part: Part }) {
  const { t } = useTranslation('documents');
  switch (part.kind) {
    case 'image': {
      const { name, width, height, document_id: id } = part;
      const scale = Math.min(1, HEIGHT / height);
      return (
        <a href={dataAddress(id)} target="_blank" rel="noreferrer">
          <img
            src={dataAddress(id)}
            alt={t('picture', { name, width, height })}
            width={Math.round(width * scale)}
            height={Math.round(height * scale)}
            loading="lazy"
          />
        </a>
      );
    }
    case 'file':
      return (
        <RouteLink className="file" to={{ page: 'documents', id: part.document_id }}>
          <bdi>{part.name}</bdi>
        </RouteLink>
      );
    case 'code':
      return (
        <pre className="code" dir="ltr">
          <code>{part.code}</code>
        </pre>
      );
    default:
      return <p dir="auto">{part.text}</p>;
  }
}
