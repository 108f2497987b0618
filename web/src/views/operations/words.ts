import { useTranslation } from 'react-i18next';
import type { Seen } from '../../commands/operations';
import type { WorkKind } from '../../model/work';
import { formatAge } from '../parts/format';

/** How long ago a moment was when this was looked at. */
export function ageOf(seen: Seen, moment: string): string {
  return formatAge((Date.parse(seen.at) - Date.parse(moment)) / 1000);
}

/** The word for a kind: of lasting work, a turn, or a message for a program elsewhere. */
export function useKind(): (kind: string) => string {
  const { t } = useTranslation(['settings', 'work']);
  return (kind) => {
    if (kind === 'turn' || kind === 'webhook') return t(`settings:operations.kind.${kind}`);
    return t(`work:kind.${kind as WorkKind}`);
  };
}
