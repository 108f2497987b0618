import '../../locales/inspector';
import { useTranslation } from 'react-i18next';
import { compareReplies, fetchReply, previousPosition } from '../../commands/differences';
import { beginSentence } from '../../locales/sentence';
import { standingReplies, variantsOf } from '../../model/voices';
import type { Turn } from '../../protocol/events';
import { sayNth } from '../parts/counts';
import { useConversation } from '../parts/store';
import type { SentPayload } from '../payloads/shown';
import type { Target } from './DiffPane';

/** The other voices of the turn, this one in the turn before, and another answer of it. */
export function useTargets(shown: SentPayload, turn: Turn): Target[] {
  const { t } = useTranslation('inspector');
  const { t: tell } = useTranslation('conversation');
  const { id, name } = shown.voice;
  const before = useConversation((state) => previousPosition(state, turn.position, id));
  const variants = useConversation((state) => variantsOf(state, turn.id, id).length);
  const own: Target[] =
    before === null
      ? []
      : [
          {
            name: 'previous',
            kind: 'self',
            option: t('diff.previous', { name, position: before }),
            bar: t('diff.barOwn', { position: before }),
            load: async (signal) => {
              const earlier = await fetchReply(before, id);
              return earlier ? compareReplies(earlier.reply.id, shown.reply.id, signal) : null;
            },
          },
        ];
  const first =
    variants > 1 ? turn.replies.find((each) => each.advisor_id === id && each.id !== shown.reply.id) : undefined;
  const others = standingReplies(turn).filter((each) => each.advisor_id !== id);
  return [
    ...others.map(
      (other): Target => ({
        name: other.advisor_id,
        kind: 'voice',
        option: t('diff.voice', { name: other.name }),
        bar: t('diff.barVoice', { name: other.name }),
        load: (signal) => compareReplies(other.id, shown.reply.id, signal),
      }),
    ),
    ...own,
    ...(first
      ? [
          {
            name: 'variant',
            kind: 'self',
            option: beginSentence(sayNth(tell, 'answer', first.variant + 1)),
            bar: beginSentence(sayNth(tell, 'answer', first.variant + 1)),
            load: (signal: AbortSignal) => compareReplies(first.id, shown.reply.id, signal),
          } satisfies Target,
        ]
      : []),
  ];
}
