import { useTranslation } from 'react-i18next';
import { changeTodo, moveTodo, removeTodo } from '../../commands/todos';
import { mayWaitFor, type Todo } from '../../model/reminders';
import { Saved } from '../parts/Saved';
import { Steps } from '../parts/Steps';

const PRIORITIES = ['low', 'medium', 'high', 'critical'] as const;

export interface TodoRowProps {
  conversationId: string;
  todo: Todo;
  todos: readonly Todo[];
  isFirst: boolean;
  isLast: boolean;
}

/** Everything that can be said about an item; each change is kept when it is made. */
export function TodoDetails({ conversationId, todo, todos, isFirst, isLast }: TodoRowProps) {
  const { t } = useTranslation('reminders');
  const change = (changes: Parameters<typeof changeTodo>[2]) => changeTodo(conversationId, todo.number, changes);
  return (
    <div className="details">
      <Saved label={t('todo.name')} value={todo.title} most={300} onSave={(title) => change({ title })} />
      <Saved
        label={t('todo.description')}
        value={todo.description}
        most={10_000}
        lines
        onSave={(description) => change({ description })}
      />
      <div className="pair">
        <label className="field">
          <span className="label">{t('todo.priority.label')}</span>
          <select
            className="input"
            value={todo.priority}
            onChange={(event) => void change({ priority: event.target.value as Todo['priority'] })}
          >
            {PRIORITIES.map((each) => (
              <option key={each} value={each}>
                {t(`todo.priority.${each}`)}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span className="label">{t('todo.progress', { percent: Math.round(todo.progress * 100) })}</span>
          <input
            type="range"
            min={0}
            max={100}
            step={10}
            disabled={todo.status === 'completed'}
            value={Math.round(todo.progress * 100)}
            onChange={(event) => void change({ progress: Number(event.target.value) / 100 })}
          />
        </label>
      </div>
      <Waits todo={todo} todos={todos} onChange={(depends_on) => void change({ depends_on })} />
      <div className="acts">
        <Steps
          name={todo.title}
          isFirst={isFirst}
          isLast={isLast}
          onStep={(step) => void moveTodo(conversationId, todo, step)}
        />
        <button
          type="button"
          className="btn sm danger"
          aria-label={t('removeOne', { name: todo.title })}
          onClick={() => void removeTodo(conversationId, todo)}
        >
          {t('remove')}
        </button>
      </div>
    </div>
  );
}

interface WaitsProps {
  todo: Todo;
  todos: readonly Todo[];
  onChange: (numbers: number[]) => void;
}

/** What has to be done before; nothing that would close a circle is offered. */
function Waits({ todo, todos, onChange }: WaitsProps) {
  const { t } = useTranslation('reminders');
  const others = mayWaitFor(todos, todo);
  if (others.length === 0) return null;
  const flip = (number: number, on: boolean) =>
    onChange(on ? [...todo.depends_on, number] : todo.depends_on.filter((each) => each !== number));
  return (
    <fieldset className="field">
      <legend className="label">{t('todo.waits')}</legend>
      {others.map((each) => (
        <label key={each.number} className="check">
          <input
            type="checkbox"
            checked={todo.depends_on.includes(each.number)}
            onChange={(event) => flip(each.number, event.target.checked)}
          />
          <span dir="auto">
            #{each.number} {each.title}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
