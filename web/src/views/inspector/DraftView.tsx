import '../../locales/inspector';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isCurrent } from '../../commands/ceiling';
import { compareDrafts } from '../../commands/differences';
import { asSentence } from '../../locales/sentence';
import { nameOfModel, newestModel } from '../../model/picking';
import type { AdvisorPreview } from '../../model/preview';
import { inspect } from '../../model/screen';
import { chosenOf } from '../../model/voices';
import { findAdvisor } from '../../model/workspace';
import { AnalysesLink } from '../analyses/AnalysesLink';
import { sayThinking } from '../parts/sayThinking';
import { useConversation, useDraft, usePreview, useScreen, useWorkspace } from '../parts/store';
import { blocksOfPreview } from '../payloads/blocks';
import { Payload } from '../payloads/Payload';
import { usePlaces } from '../payloads/places';
import type { DraftPayload } from '../payloads/shown';
import { toldOf } from '../payloads/toolWire';
import { useReceipts } from '../payloads/useReceipts';
import { readWire } from '../payloads/wire';
import { DiffPane, type KnownBar, type Target } from './DiffPane';
import { Empty } from './Empty';
import { Frame } from './Frame';
import { HudPane } from './HudPane';
import { hudOfPreview } from './hud';
import { ImportancePolicies } from './ImportancePolicies';
import type { Manner } from './manner';
import { RoomPane } from './RoomPane';

const NOBODY: readonly AdvisorPreview[] = [];

/** What each voice would be sent if the message were sent now. */
export function DraftView({ advisorId, manner }: { advisorId: string | null; manner: Manner }) {
  const { t } = useTranslation('inspector');
  const id = useConversation((state) => state.id);
  const focused = useScreen((state) => state.advisorId);
  const advisors = usePreview((state) => (state.conversationId === id ? (state.latest?.advisors ?? NOBODY) : NOBODY));
  const problem = usePreview((state) => state.problem);
  const pending = usePreview((state) => state.pending);
  const wanted = [advisorId, focused].find((each) => advisors.some((advisor) => advisor.advisor_id === each));
  const preview = advisors.find((each) => each.advisor_id === wanted) ?? advisors[0];
  if (preview) return <DraftOfAdvisor preview={preview} advisors={advisors} manner={manner} />;
  if (problem) return <Empty words={t('empty.problem', { message: asSentence(problem.message) })} />;
  if (pending) return <Empty words={t('empty.working')} />;
  return <Empty words={t(id === null ? 'empty.noConversation' : 'empty.nobody')} />;
}

interface VoiceProps {
  preview: AdvisorPreview;
  advisors: readonly AdvisorPreview[];
  manner: Manner;
}

function DraftOfAdvisor({ preview, advisors, manner }: VoiceProps) {
  const { t } = useTranslation(['inspector', 'models']);
  const { models } = useDraft();
  const newest = usePreview(newestModel);
  const own = useWorkspace((state) => state.advisors.find((each) => each.id === preview.advisor_id)?.model ?? null);
  const isHeld = own === null && preview.model === newest;
  const isPicked = Boolean(models[preview.advisor_id] ?? models['']) || isHeld;
  const colours = useWorkspace((state) => Object.fromEntries(state.advisors.map((each) => [each.id, each.colour])));
  const voices = advisors.map(({ advisor_id: id, name }) => ({ id, name, colour: colours[id] ?? '' }));
  const shown = useDraftPayload(preview, colours[preview.advisor_id] ?? '');
  return (
    <Frame
      voice={shown.voice}
      voices={voices}
      onVoice={(id) => inspect({ kind: 'draft', advisorId: id })}
      title={t('would', { name: preview.name })}
      place={isPicked ? t('models:by', { model: nameOfModel(preview.model) }) : ''}
      shown={preview.messages === null ? null : shown}
      would
      manner={manner}
      aside={<Live preview={preview} />}
    >
      {preview.messages === null ? (
        <p className="none">{t('empty.working')}</p>
      ) : (
        <Panes shown={shown} advisors={advisors} manner={manner} />
      )}
    </Frame>
  );
}

function useDraftPayload(preview: AdvisorPreview, colour: string): DraftPayload {
  const places = usePlaces();
  const version = useWorkspace((state) => findAdvisor(state, preview.advisor_id)?.version ?? null);
  return useMemo(
    () => ({
      voice: { id: preview.advisor_id, name: preview.name, colour },
      version,
      turnId: null,
      position: null,
      blocks: blocksOfPreview(preview),
      trims: [],
      leftOut: preview.spans.filter((span) => !span.inside),
      quotes: preview.quotes,
      told: preview.body === null ? null : toldOf(readWire(preview.body)?.rest, preview.tool_tokens),
      tokens: preview.tokens,
      sha256: preview.sha256,
      body: preview.body,
      size: preview.size,
      places,
      preview,
    }),
    [preview, colour, version, places],
  );
}

/** Whether this is what Send would send, and the way to what was sent last. */
function Live({ preview }: { preview: AdvisorPreview }) {
  const { t } = useTranslation('inspector');
  const { text } = useDraft();
  const { pending, problem } = usePreview(({ pending, problem, madeFor }) => ({ pending, problem, madeFor }));
  const last = useConversation(({ view }) => {
    const turn = view?.turns.findLast((each) => chosenOf(each, preview.advisor_id) !== null);
    return turn ? { turnId: turn.id, replyId: chosenOf(turn, preview.advisor_id)?.id ?? '' } : null;
  });
  const tone = problem || preview.problem ? 'live caution' : 'live';
  return (
    <>
      <p className={tone} role="status">
        {problem
          ? t('live.problem', { message: asSentence(problem.message) })
          : pending || !isCurrent()
            ? t('live.pending')
            : preview.problem
              ? t('live.cannot', { message: asSentence(preview.problem.message) })
              : t(text.trim() === '' ? 'live.empty' : 'live.now')}
      </p>
      {preview.thinking.chosen !== null && (
        <p className="live">
          {t('receipt.asked')}: {sayThinking(preview.thinking.chosen)}
        </p>
      )}
      {preview.thinking.unmet !== '' && (
        <p className="live caution">{t('live.unmet', { message: asSentence(preview.thinking.unmet) })}</p>
      )}
      {last && (
        <button type="button" className="link" onClick={() => inspect({ kind: 'reply', ...last })}>
          {t('lookLast')}
        </button>
      )}
      <AnalysesLink />
    </>
  );
}

function Panes({
  shown,
  advisors,
  manner,
}: {
  shown: DraftPayload;
  advisors: readonly AdvisorPreview[];
  manner: Manner;
}) {
  const { t } = useTranslation('inspector');
  const { preview } = shown;
  const began = useConversation((state) => state.id !== null);
  const dropping = useDraft().dropping;
  const habits = useReceipts((state) => state.habits);
  const policy = dropping ?? habits?.dropping ?? null;
  const hud = hudOfPreview(preview, { habits, estimateError: preview.estimate_error, policy });
  const others = began ? advisors.filter((each) => each.advisor_id !== preview.advisor_id && each.sha256) : [];
  const targets = others.map(
    (other): Target => ({
      name: other.advisor_id,
      kind: 'voice',
      option: t('diff.voiceDraft', { name: other.name }),
      bar: t('diff.barVoice', { name: other.name }),
      load: (signal) => compareDrafts(other.advisor_id, preview.advisor_id, signal),
    }),
  );
  const { cache, size } = preview;
  const known: KnownBar[] = cache
    ? [{ bar: t('diff.barLast'), bytes: cache.first_difference ?? size ?? 0, share: cache.share }]
    : [];
  return (
    <>
      <div className="payload">
        <Payload shown={shown} form={manner.form} />
      </div>
      <div className="panes">
        <div className="scrolls">
          <RoomPane shown={shown} limit={preview.limit} />
          <DiffPane
            key={advisors.map((each) => each.sha256).join()}
            shown={shown}
            targets={targets}
            known={known}
            against={manner.against}
            onAgainst={manner.onAgainst}
          />
          {began && <ImportancePolicies advisorId={preview.advisor_id} name={preview.name} />}
        </div>
        <HudPane hud={hud} />
      </div>
    </>
  );
}
