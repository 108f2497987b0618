import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Todo } from '../../model/reminders';

interface Props {
  todo: Todo;
  onReason: (reason: string) => Promise<void>;
  onCancel: () => void;
}

/** Why an item is blocked, asked for in its own place. */
export function BlockedReason({ todo, onReason, onCancel }: Props) {
  const { t } = useTranslation('reminders');
  const [reason, setReason] = useState(todo.blocked_reason);
  return (
    <form
      className="adding"
      onSubmit={(event) => {
        event.preventDefault();
        void onReason(reason);
      }}
    >
      <input
        className="input"
        dir="auto"
        maxLength={300}
        // biome-ignore lint/a11y/noAutofocus: choosing the state asked for it.
        autoFocus
        aria-label={t('todo.reasonOf', { title: todo.title })}
        placeholder={t('todo.reason')}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <button type="submit" className="btn" disabled={reason.trim() === ''}>
        {t('todo.status.blocked')}
      </button>
      <button type="button" className="btn quiet" onClick={onCancel}>
        {t('cancel')}
      </button>
    </form>
  );
}
