import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { createPanel, deletePanel, makeDefault, savePanel } from '../../commands/panels';
import { editHabits, type HabitsEdit, readHabits, USUAL_HABITS, wrongHabits } from '../../model/habits';
import { editPhases, type PhaseEdit, readPhases, wrongPhases } from '../../model/phases';
import { go } from '../../model/route';
import { editThinking, isWrongThinking, readThinking } from '../../model/thinking';
import type { Panel } from '../../model/workspace';
import { Confirm } from '../parts/Confirm';
import { LineField } from '../parts/LineField';
import { FormEnd } from '../parts/Page';
import { ThinkingField } from '../parts/ThinkingField';
import { useDeeds } from '../parts/useDeeds';
import { useFields } from '../parts/useEdit';
import { HabitFields, QuietField } from '../rounds/HabitFields';
import { PhaseFields } from '../rounds/PhaseFields';
import { Seats } from './Seats';

interface PanelEdit {
  readonly name: string;
  readonly seats: readonly string[];
  readonly early: string;
  readonly phases: readonly PhaseEdit[];
  readonly habits: HabitsEdit;
  /** '' leaves it to the settings. */
  readonly thinking: string;
}

const NEW: PanelEdit = { name: '', seats: [], early: '3', phases: [], habits: USUAL_HABITS, thinking: '' };
const MOST_EARLY = 1_000;

/** The form of one panel, or of one that does not exist yet. */
export function PanelEditor({ panel }: { panel: Panel | null }) {
  const { t } = useTranslation('library');
  const { edit, changed, change, drop } = useFields<PanelEdit>(
    `panel:${panel?.id ?? 'new'}`,
    panel ? editOf(panel) : NEW,
  );
  const { problem, busy, run } = useDeeds();
  const early = Number(edit.early);
  const isOwn = edit.phases.length > 0;
  const badEarly = !isOwn && (edit.early.trim() === '' || !Number.isInteger(early) || early < 0 || early > MOST_EARLY);
  const save = async () => {
    const phases = readPhases(edit.phases);
    const length = isOwn ? (phases[0]?.turns ?? 0) : early;
    const words = {
      name: edit.name.trim(),
      advisor_ids: edit.seats,
      early_turns: length,
      phases,
      rounds: readHabits(edit.habits),
      thinking: readThinking(edit.thinking),
    };
    if (panel) await savePanel(panel, words);
    const made = panel ? null : await createPanel(words);
    drop();
    if (made) go({ page: 'panels', id: made.id }, { replace: true });
  };
  const remove = async (gone: Panel) => {
    await deletePanel(gone);
    drop();
    go({ page: 'panels', id: null }, { replace: true });
  };
  return (
    <form
      className="fields"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void run(save);
      }}
    >
      <LineField label={t('panels.name')} most={80} value={edit.name} onChange={(name) => change({ name })} />
      <Seats seats={edit.seats} onChange={(seats) => change({ seats })} />
      {!isOwn && (
        <LineField
          label={t('panels.early')}
          help={t('panels.earlyHelp')}
          wrong={badEarly ? t('panels.earlyWrong') : undefined}
          figures="numeric"
          short
          value={edit.early}
          onChange={(early) => change({ early })}
        />
      )}
      <PhaseFields phases={edit.phases} early={early || 1} onChange={(phases) => change({ phases })} />
      <ThinkingField
        value={edit.thinking}
        onChange={(thinking) => change({ thinking })}
        usual={t('thinking.asSettings')}
        help={t('thinking.panelHelp')}
      />
      <HabitsPart habits={edit.habits} onChange={(habits) => change({ habits })} />
      {panel && (
        <p className="help">
          {panel.default ? (
            t('panels.defaultHelp')
          ) : (
            <button type="button" className="link" onClick={() => void makeDefault(panel)}>
              {t('panels.makeDefault')}
            </button>
          )}
        </p>
      )}
      <FormEnd
        problem={problem}
        changed={changed}
        busy={busy}
        isNew={panel === null}
        blocked={edit.name.trim() === '' || edit.seats.length === 0 || badEarly || isWrong(edit)}
        onDrop={drop}
      >
        {panel && (
          <Confirm
            word={t('panels.delete')}
            question={t('panels.deleteAsk', { name: panel.name })}
            onYes={() => void run(() => remove(panel))}
          />
        )}
      </FormEnd>
    </form>
  );
}

function HabitsPart({ habits, onChange }: { habits: HabitsEdit; onChange: (habits: HabitsEdit) => void }) {
  const { t } = useTranslation('rounds');
  const change = (changed: Partial<HabitsEdit>) => onChange({ ...habits, ...changed });
  return (
    <fieldset className="habit-fields">
      <legend>{t('habits.title')}</legend>
      <p className="help">{t('habits.lead')}</p>
      <HabitFields habits={habits} onChange={change} />
      <QuietField habits={habits} onChange={change} />
    </fieldset>
  );
}

function isWrong({ phases, habits, thinking }: PanelEdit): boolean {
  return wrongPhases(phases) !== null || wrongHabits(habits) !== null || isWrongThinking(thinking);
}

function editOf(panel: Panel): PanelEdit {
  return {
    name: panel.name,
    seats: panel.advisor_ids,
    early: String(panel.early_turns),
    phases: editPhases(panel.phases),
    habits: editHabits(panel.rounds),
    thinking: editThinking(panel.thinking),
  };
}
