import { useTranslation } from 'react-i18next';
import { markContext } from '../../commands/turns';
import type { OutlineRow } from '../../model/outline';
import { findAdvisor } from '../../model/workspace';
import type { Mark } from '../../protocol/events';
import { usePreview, useWorkspace } from '../parts/store';

const MARKS = ['auto', 'in', 'out', 'pin'] as const;

/** In, out, pinned or as it comes: for everybody, and voice by voice. */
export function ContextMarks({ row }: { row: OutlineRow }) {
  const { t } = useTranslation('conversation');
  const asked = usePreview((state) => state.latest?.advisors.map((each) => each.advisor_id) ?? []);
  const ids = [...new Set([...Object.keys(row.states), ...asked])];
  const names = useWorkspace((state) => ids.map((id) => findAdvisor(state, id)?.name ?? ''));
  return (
    <fieldset className="contexts">
      <legend>{t('actions.context')}</legend>
      <Choice row={row} advisorId="" name={t('actions.everybody')} />
      {ids.map((id, index) => names[index] && <Choice key={id} row={row} advisorId={id} name={names[index]} />)}
    </fieldset>
  );
}

function Choice({ row, advisorId, name }: { row: OutlineRow; advisorId: string; name: string }) {
  const { t } = useTranslation('conversation');
  return (
    <label>
      <span dir="auto">{name}</span>
      <select
        className="input"
        value={row.marks[advisorId] ?? 'auto'}
        onChange={(event) => {
          const mark = event.target.value;
          void markContext([row.id], advisorId, mark === 'auto' ? null : (mark as Mark));
        }}
      >
        {MARKS.map((mark) => (
          <option key={mark} value={mark}>
            {t(`actions.${mark}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
