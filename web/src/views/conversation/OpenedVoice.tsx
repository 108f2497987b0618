import { useTranslation } from 'react-i18next';
import { closeVoice, openVoice, readBeside, showAll, voiceBeside } from '../../commands/reading';
import { Monogram } from '../parts/Monogram';
import { useConversation } from '../parts/store';
import { useNarrow } from '../parts/useNarrow';
import { ReplyCard } from './ReplyCard';
import { useSwipe } from './useSwipe';
import { VoicesList } from './VoicesList';

interface Props {
  turnId: string;
  advisorId: string;
  voices: readonly string[];
  askedAt: number;
  others: number;
}

/** One answer at a width for reading: beside the list of the others, or alone on a phone, where the next is a swipe away. */
export function OpenedVoice({ turnId, advisorId, voices, askedAt, others }: Props) {
  const narrow = useNarrow();
  const swipe = useSwipe((step) => readBeside(turnId, advisorId, step));
  return (
    <div className="opened" {...(narrow ? swipe : {})}>
      {!narrow && <VoicesList turnId={turnId} voices={voices} current={advisorId} />}
      <ReplyCard
        key={advisorId}
        turnId={turnId}
        advisorId={advisorId}
        askedAt={askedAt}
        others={others}
        way={<WayBack turnId={turnId} narrow={narrow} />}
      />
      {narrow && <NextVoice turnId={turnId} advisorId={advisorId} />}
    </div>
  );
}

function WayBack({ turnId, narrow }: { turnId: string; narrow: boolean }) {
  const { t } = useTranslation('conversation');
  return (
    <button type="button" className="btn sm back" onClick={() => (narrow ? showAll : closeVoice)(turnId)}>
      {t(narrow ? 'opened.all' : 'opened.columns')} {!narrow && <kbd>Esc</kbd>}
    </button>
  );
}

/** At the end of an answer: who comes next. */
function NextVoice({ turnId, advisorId }: { turnId: string; advisorId: string }) {
  const { t } = useTranslation('conversation');
  const next = voiceBeside(turnId, advisorId, 1);
  const { name, colour } = useConversation((state) => {
    const found = state.view?.turns
      .find((turn) => turn.id === turnId)
      ?.replies.find((each) => each.advisor_id === next);
    return { name: found?.name ?? '', colour: found?.colour ?? '' };
  });
  if (next === null) return null;
  return (
    <button type="button" className="next-voice" onClick={() => openVoice(turnId, next)}>
      <Monogram name={name} colour={colour} small />
      <b dir="auto">{name}</b>
      <span>{t('opened.next')}</span>
    </button>
  );
}
