import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeTodo } from '../../commands/todos';
import type { Todo } from '../../model/reminders';
import { BlockedReason } from './BlockedReason';
import { TodoDetails, type TodoRowProps } from './TodoDetails';

const STATUSES = ['not_started', 'in_progress', 'completed', 'blocked'] as const;

/** One item: how far it is, what it is called, what is unusual about it; the rest unfolds. */
export function TodoRow(props: TodoRowProps) {
  const { conversationId, todo } = props;
  const { t } = useTranslation('reminders');
  const [open, setOpen] = useState(false);
  const [isBlocking, setBlocking] = useState(false);
  const set = (status: Todo['status']) => {
    // What is blocked needs a reason before it can be told to anybody.
    if (status === 'blocked') return setBlocking(true);
    setBlocking(false);
    void changeTodo(conversationId, todo.number, { status });
  };
  return (
    <li className={`todo ${todo.status}`} data-todo={todo.number}>
      <div className="row">
        <select
          className="input"
          aria-label={t('todo.statusOf', { title: todo.title })}
          value={isBlocking ? 'blocked' : todo.status}
          onChange={(event) => set(event.target.value as Todo['status'])}
        >
          {STATUSES.map((each) => (
            <option key={each} value={each}>
              {t(`todo.status.${each}`)}
            </option>
          ))}
        </select>
        <span className="t">
          <span className="num">#{todo.number}</span> <b dir="auto">{todo.title}</b> <Notes todo={todo} />
        </span>
        <button
          type="button"
          className="btn sm quiet"
          aria-expanded={open}
          aria-label={t('todo.edit', { title: todo.title })}
          onClick={() => setOpen(!open)}
        >
          {t(open ? 'less' : 'more')}
        </button>
      </div>
      {isBlocking && (
        <BlockedReason
          todo={todo}
          onReason={async (blocked_reason) => {
            const done = await changeTodo(conversationId, todo.number, { status: 'blocked', blocked_reason });
            if (done) setBlocking(false);
          }}
          onCancel={() => setBlocking(false)}
        />
      )}
      {open && <TodoDetails {...props} />}
    </li>
  );
}

/** What is not as usual: priority, what it waits for, how much is done, why it is blocked. */
function Notes({ todo }: { todo: Todo }) {
  const { t } = useTranslation('reminders');
  const notes = [
    todo.priority !== 'medium' && t(`todo.priority.${todo.priority}`),
    todo.depends_on.length > 0 && t('todo.after', { numbers: todo.depends_on.map((each) => `#${each}`).join(', ') }),
    todo.progress > 0 && todo.progress < 1 && t('todo.part', { percent: Math.round(todo.progress * 100) }),
    todo.blocked_reason,
  ].filter(Boolean);
  return <small dir="auto">{notes.join(' · ')}</small>;
}
