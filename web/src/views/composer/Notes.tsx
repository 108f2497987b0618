import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { startTour } from '../../commands/tour';
import { asSentence } from '../../locales/sentence';
import { openTurn } from '../../model/conversation';
import { changeDraft } from '../../model/draft';
import { prefer } from '../../model/preferences';
import type { PreviewState } from '../../model/preview';
import { refiltered, underway } from '../../model/underway';
import { OtherModels } from '../models/OtherModels';
import type { AskedPanel } from '../panels/useAskedPanel';
import { joinNames, sayCount } from '../parts/counts';
import { useConversation, useDraft, usePreferences, usePreview } from '../parts/store';

interface Props {
  panel: AskedPanel;
  onCancel: () => void;
  onRefilter: () => void;
}

/** What has to be known before sending, one line each. */
export function Notes({ panel, onCancel, onRefilter }: Props) {
  return (
    <>
      <Hint />
      <SendProblem />
      <EarlierFilter onRefilter={onRefilter} />
      <Replacing onCancel={onCancel} />
      <OnlySome {...panel} />
      <OtherModels asked={panel.asked} />
    </>
  );
}

/** Said once, after the first answers. */
function Hint() {
  const { t } = useTranslation('composer');
  const welcomed = usePreferences((state) => state.welcomed);
  const settled = useConversation((state) => state.view?.turns.at(-1)?.all_completed ?? false);
  if (welcomed || !settled) return null;
  return (
    <p className="note once">
      <span>
        {t('hint')} <span className="keys-only">{t('hintKeys')}</span>
      </span>
      <TourOffer />
      <button type="button" className="link" onClick={() => prefer({ welcomed: true })}>
        {t('dismiss')}
      </button>
    </p>
  );
}

/** Until it was taken or skipped once. */
function TourOffer() {
  const { t } = useTranslation('composer');
  const toured = usePreferences((state) => state.toured);
  const take = () => {
    prefer({ welcomed: true });
    startTour();
  };
  if (toured) return null;
  return (
    <button type="button" className="link" onClick={take}>
      {t('tourOffer')}
    </button>
  );
}

/** Why nothing could be sent now. A filter that cannot be read says so in its own line, a size is asked about at Send. */
function SendProblem() {
  const { t } = useTranslation('composer');
  const id = useConversation((state) => state.id);
  const { name, message } = usePreview((state) => findProblem(state, id));
  if (message === null) return null;
  return (
    <p className="note wrong" role="status">
      {name === null ? asSentence(message) : t('problem', { name, message })}
    </p>
  );
}

function findProblem(state: PreviewState, id: string | null): { name: string | null; message: string | null } {
  const { problem, latest, conversationId } = state;
  if (problem !== null && problem.code !== 'filter_invalid') return { name: null, message: problem.message };
  const advisors = conversationId === id ? (latest?.advisors ?? []) : [];
  const hurt = advisors.find((each) => each.problem && each.problem.code !== 'user_prompt_too_large');
  return hurt ? { name: hurt.name, message: hurt.problem?.message ?? null } : { name: null, message: null };
}

/** Answers on their way keep the filter they were asked under, unless the person would rather begin again. */
function EarlierFilter({ onRefilter }: Pick<Props, 'onRefilter'>) {
  const { t } = useTranslation('composer');
  const { filter } = useDraft();
  const open = useConversation(openTurn);
  const sent = useStore(underway);
  if (refiltered(sent, open, filter) === null) return null;
  return (
    <p className="note" role="status">
      <span>{t('earlierFilter')}</span>
      <button type="button" className="link" onClick={onRefilter}>
        {t('askUnderFilter')}
      </button>
    </p>
  );
}

function Replacing({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation('composer');
  const { replaces } = useDraft();
  const position = useConversation((state) =>
    replaces === null ? undefined : state.rows.find((row) => row.id === replaces)?.position,
  );
  if (replaces === null) return null;
  return (
    <p className="note">
      <span>{position === undefined ? t('replacesUnknown') : t('replaces', { position })}</span>
      <button type="button" className="link" onClick={onCancel}>
        {t('cancel')}
      </button>
    </p>
  );
}

/** Who is asked when it is not everybody, whether by `@name` or by the menu. */
function OnlySome({ seats, asked }: AskedPanel) {
  const { t } = useTranslation('composer');
  const id = useConversation((state) => state.id);
  if (asked.length === seats.length || asked.length === 0) return null;
  return (
    <p className="note" role="status">
      <span>{t('only', { names: joinNames(asked.map((each) => each.name)) })}</span>
      <button type="button" className="link" onClick={() => changeDraft(id, { advisorIds: null })}>
        {seats.length === 2 ? t('askBoth') : t('askAll', { number: sayCount(t, seats.length) })}
      </button>
    </p>
  );
}
