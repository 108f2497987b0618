import { type Fates, fatesOf } from '../../model/fates';
import { useConversation, usePreview } from '../parts/store';

/** The fates of what is on the screen. */
export function useFates(): Fates {
  const here = useConversation(({ id, rows }) => ({ id, rows }));
  const told = usePreview(({ conversationId, latest }) => ({ conversationId, latest }));
  return fatesOf(here, told);
}
