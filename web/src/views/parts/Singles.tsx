import { useTranslation } from 'react-i18next';
import { changeDraft } from '../../model/draft';
import { KIND_OF, omission, omittedFor, type Reminded, type ReminderItem } from '../../model/reminders';
import { findAdvisor } from '../../model/workspace';
import { useConversation, useDraft, usePreview, useWorkspace } from './store';

interface Props {
  item: ReminderItem;
  /** For this advisor alone; nothing for everybody. */
  advisorId?: string;
}

/** The single things behind a reminder, each to be left out of this send. */
export function Singles({ item, advisorId = '' }: Props) {
  const { t } = useTranslation('reminders');
  const id = useConversation((state) => state.id);
  const { omit } = useDraft();
  const things = usePreview((state) => (state.latest?.reminders ?? []).filter((each) => each.kind === KIND_OF[item]));
  const flip = (name: string, on: boolean) =>
    changeDraft(id, { omit: on ? omit.filter((each) => each !== name) : [...omit, name] });
  if (item === 'todo') {
    return (
      <ul className="singles">
        {things.map((each) => (
          <li key={each.id} dir="auto">
            #{each.id} {each.name}
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ul className="singles" aria-label={t('singles.label')}>
      {things.map((each) => {
        const everybody = omit.includes(omission(each));
        const name = omission(each, advisorId);
        return (
          <li key={each.id}>
            <label className="check">
              <input
                type="checkbox"
                checked={!everybody && !omit.includes(name)}
                // What nobody gets is switched where everybody's is.
                disabled={advisorId !== '' && everybody}
                onChange={(event) => flip(name, event.target.checked)}
              />
              <span dir="auto">{each.name}</span>
            </label>
            {advisorId === '' && <NotFor thing={each} onBring={(gone) => flip(gone, true)} />}
          </li>
        );
      })}
    </ul>
  );
}

/** The advisors a thing is left out for by name, and a way to bring it back to each. */
function NotFor({ thing, onBring }: { thing: Reminded; onBring: (name: string) => void }) {
  const { t } = useTranslation('reminders');
  const { omit } = useDraft();
  const ids = omittedFor(omit, thing);
  const names = useWorkspace((state) => ids.map((id) => findAdvisor(state, id)?.name ?? id));
  return ids.map((id, at) => (
    <button key={id} type="button" className="link" onClick={() => onBring(omission(thing, id))}>
      {t('singles.notFor', { name: names[at] })}
    </button>
  ));
}
