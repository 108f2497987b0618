import { type ReactElement, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { branchFrom, editInBranch } from '../../commands/branches';
import { copyText } from '../../commands/copyText';
import { writeToJournal } from '../../commands/journal';
import { openMap } from '../../commands/map';
import { draftAgain } from '../../commands/send';
import { openShare } from '../../commands/share';
import { drawDivider, markTurns, removeTurns } from '../../commands/turns';
import { canWordAnew } from '../../commands/wordings';
import { findTurn } from '../../model/conversation';
import type { OutlineRow } from '../../model/outline';
import { emit } from '../../model/signals';
import { haveAllFailed } from '../../model/voices';
import { Popover } from '../parts/Floating';
import { useConversation } from '../parts/store';
import { ContextMarks } from './ContextMarks';

interface Props {
  row: OutlineRow;
  newest: boolean;
  trigger: ReactElement<Record<string, unknown>>;
}

const STARS = [0, 1, 2, 3] as const;
const FLAGS = ['none', 'blue', 'grey'] as const;

/** Everything that can be done with a turn. It opens at once: it is loaded because somebody asked for it. */
export function TurnActions({ row, newest, trigger }: Props) {
  const { t } = useTranslation('conversation');
  const [open, setOpen] = useState(true);
  const mark = (marks: Parameters<typeof markTurns>[1]) => void markTurns([row.id], marks);
  return (
    <Popover
      trigger={trigger}
      label={t('actions.moreFor', { position: row.position })}
      align="start"
      open={open}
      onOpenChange={setOpen}
      className="turnmenu"
    >
      <h3>{t('turn.named', { position: row.position })}</h3>
      <fieldset>
        <legend>{t('actions.stars')}</legend>
        {STARS.map((stars) => (
          <button
            key={stars}
            type="button"
            className="btn sm quiet"
            aria-pressed={row.stars === stars}
            aria-label={stars === 0 ? t('actions.none') : t('turn.stars', { count: stars })}
            onClick={() => mark({ stars })}
          >
            {stars === 0 ? t('actions.none') : '★'.repeat(stars)}
          </button>
        ))}
      </fieldset>
      <fieldset>
        <legend>{t('actions.flag')}</legend>
        {FLAGS.map((flag) => (
          <button
            key={flag}
            type="button"
            className="btn sm quiet"
            aria-pressed={(row.colour_flag ?? 'none') === flag}
            onClick={() => mark({ colour_flag: flag })}
          >
            {t(`actions.${flag}`)}
          </button>
        ))}
      </fieldset>
      <ContextMarks row={row} />
      <TopicField row={row} />
      <Deeds row={row} newest={newest} onDone={() => setOpen(false)} />
    </Popover>
  );
}

function TopicField({ row }: { row: OutlineRow }) {
  const { t } = useTranslation('conversation');
  const id = useId();
  const [topic, setTopic] = useState(row.topic ?? '');
  const known = useConversation((state) => [...new Set(state.rows.flatMap((each) => each.topic ?? []))]);
  const changed = topic.trim() !== '' && topic.trim() !== (row.topic ?? '');
  return (
    <form
      className="topicfield"
      onSubmit={(event) => {
        event.preventDefault();
        if (changed) void markTurns([row.id], { topic: topic.trim() });
      }}
    >
      <label htmlFor={id}>{t('actions.topic')}</label>
      <input
        id={id}
        className="input"
        dir="auto"
        list={`${id}-known`}
        value={topic}
        onChange={(event) => setTopic(event.target.value)}
      />
      <datalist id={`${id}-known`}>
        {known.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <button type="submit" className="btn sm" disabled={!changed}>
        {t('actions.saveTopic')}
      </button>
    </form>
  );
}

function Deeds({ row, newest, onDone }: { row: OutlineRow; newest: boolean; onDone: () => void }) {
  const { t } = useTranslation(['conversation', 'importance', 'journal', 'map', 'shell']);
  const { turn, text, failed, settled, newlyWorded, isQuestion } = useConversation((state) => {
    const turn = findTurn(state, row.id);
    return {
      turn,
      text: turn?.text ?? row.opening,
      failed: turn !== null && haveAllFailed(turn),
      settled: turn?.all_completed ?? true,
      newlyWorded: canWordAnew(row.id),
      isQuestion: turn?.origin === 'person',
    };
  });
  const after = (deed: () => unknown) => () => {
    void deed();
    onDone();
  };
  return (
    <div className="acts">
      <button type="button" className="btn sm" onClick={after(() => markTurns([row.id], { pinned: !row.pinned }))}>
        {row.pinned ? t('actions.unpinTurn') : t('actions.pinTurn')}
      </button>
      {turn?.importance != null && (
        <button type="button" className="btn sm" onClick={after(() => emit('weigh', row.id))}>
          {t('importance:mark.open')}
        </button>
      )}
      <button type="button" className="btn sm" onClick={after(() => copyText(text))}>
        {t('actions.copy')}
      </button>
      <button type="button" className="btn sm" onClick={after(() => openShare(row.id))}>
        {t('shell:share')}
      </button>
      {settled && !failed && (
        <button type="button" className="btn sm" onClick={after(() => openMap(row.id))}>
          {t('map:forTurn')}
        </button>
      )}
      {settled && !failed && (
        <button type="button" className="btn sm" onClick={after(() => writeToJournal(row.id))}>
          {t('journal:write')}
        </button>
      )}
      {failed && (
        <button type="button" className="btn sm" onClick={after(() => turn && draftAgain(turn))}>
          {t('actions.again')}
        </button>
      )}
      {newlyWorded && !failed && (
        <button type="button" className="btn sm" onClick={after(() => turn && draftAgain(turn))}>
          {t('actions.edit')}
        </button>
      )}
      {isQuestion && !newest && (
        <button type="button" className="btn sm" onClick={after(() => editInBranch(row.id))}>
          {t('branch.edit')}
        </button>
      )}
      <button type="button" className="btn sm" disabled={!settled} onClick={after(() => branchFrom(row.id))}>
        {t('branch.here')}
      </button>
      {newest && (
        <button type="button" className="btn sm" onClick={after(drawDivider)}>
          {t('actions.divide')}
        </button>
      )}
      <button type="button" className="btn sm danger" disabled={!settled} onClick={after(() => removeTurns([row.id]))}>
        {t('actions.remove')}
      </button>
    </div>
  );
}
