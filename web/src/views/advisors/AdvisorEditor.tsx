import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createAdvisor, saveAdvisor } from '../../commands/advisors';
import { seatAdvisor } from '../../commands/panels';
import { type AdvisorEdit, differingFields, editOf, NEW_ADVISOR, problemsOf } from '../../model/advisorEdit';
import { go } from '../../model/route';
import { type Advisor, workspace } from '../../model/workspace';
import { LineField } from '../parts/LineField';
import { ModelField } from '../parts/ModelField';
import { FormEnd } from '../parts/Page';
import { useDeeds } from '../parts/useDeeds';
import { useEdit } from '../parts/useEdit';
import { ToolAllowance } from '../tools/ToolAllowance';
import { AdvisorPlace } from './AdvisorPlace';
import { ColourField } from './ColourField';
import { DescriptionField } from './DescriptionField';
import { PanelTicks } from './PanelTicks';
import { ParameterFields } from './ParameterFields';
import { Stale } from './Stale';
import { VoiceField } from './VoiceField';

/** The form of one advisor, or of one that does not exist yet. */
export function AdvisorEditor({ advisor }: { advisor: Advisor | null }) {
  const { t } = useTranslation('library');
  const saved = advisor ? editOf(advisor) : NEW_ADVISOR;
  const { edit, change, drop } = useEdit<AdvisorEdit>(`advisor:${advisor?.id ?? 'new'}`, saved);
  const changed = differingFields(saved, edit).length > 0;
  const [wanted, setWanted] = useState<readonly string[]>([]);
  const { problem, busy, run } = useDeeds();
  const wrong = problemsOf(edit);
  const stale = advisor !== null && changed && edit.base !== advisor.version;
  const deed = async () => {
    if (advisor === null) {
      const seats = workspace.getState().panels.filter((panel) => wanted.includes(panel.id));
      const made = await createAdvisor(edit, seats);
      drop();
      return go({ page: 'advisors', id: made.id }, { replace: true });
    }
    await saveAdvisor(advisor, edit);
    drop();
  };
  const save = async (event?: FormEvent) => {
    event?.preventDefault();
    if (busy || stale || wrong.length > 0) return;
    // Being overtaken by somebody else is told by what is shown then, not by a sentence.
    await run(deed);
  };
  return (
    <form
      className="fields"
      onSubmit={save}
      onKeyDown={(event) => {
        if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        void save();
      }}
    >
      {stale && (
        <Stale advisor={advisor} edit={edit} onMine={() => change({ base: advisor.version })} onTheirs={drop} />
      )}
      {advisor && <AdvisorPlace advisor={advisor} />}
      <div className="pair">
        <LineField
          label={t('advisors.name')}
          wrong={changed && wrong.includes('name') ? t('advisors.needsName') : undefined}
          most={80}
          value={edit.name}
          onChange={(name) => change({ name })}
        />
        <LineField
          label={t('advisors.tagline')}
          help={t('advisors.taglineHelp')}
          most={80}
          value={edit.tagline}
          onChange={(tagline) => change({ tagline })}
        />
      </div>
      <DescriptionField
        name={edit.name}
        model={wrong.includes('model') ? '' : edit.model}
        value={edit.description}
        onChange={(description) => change({ description })}
      />
      <ColourField
        advisorId={advisor?.id ?? null}
        name={edit.name}
        value={edit.colour}
        onChange={(colour) => change({ colour })}
      />
      <ModelField
        value={edit.model}
        onChange={(model) => change({ model })}
        usual={(model) => t('model.default', { model })}
        help={t('model.help')}
        wrong={wrong.includes('model') ? t('model.wrong') : undefined}
      />
      <VoiceField value={edit.voice} onChange={(voice) => change({ voice })} />
      <ToolAllowance value={edit.tools} onChange={(tools) => change({ tools })} />
      {advisor?.archived !== true && (
        <PanelTicks
          isSeated={(panel) => (advisor ? panel.advisor_ids.includes(advisor.id) : wanted.includes(panel.id))}
          onSeat={(panel, seated) => {
            if (advisor) void seatAdvisor(panel, advisor.id, seated);
            else setWanted(seated ? [...wanted, panel.id] : wanted.filter((id) => id !== panel.id));
          }}
        />
      )}
      <ParameterFields edit={edit} wrong={wrong} onChange={change} />
      <FormEnd
        problem={stale ? null : problem}
        changed={changed}
        busy={busy}
        isNew={advisor === null}
        blocked={stale || wrong.length > 0}
        onDrop={drop}
      />
    </form>
  );
}
