import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { attempt } from '../../commands/refused';
import { addTodo, loadTodos } from '../../commands/todos';
import { reminders } from '../../model/reminders';
import { BesideFrame } from '../inspector/BesideFrame';
import { useConversation } from '../parts/store';
import { TodoRow } from './TodoRow';

/** What is to be done in this conversation, and how far it is. */
export function TodoPanel() {
  const { t } = useTranslation('reminders');
  const { id, seq } = useConversation((state) => ({ id: state.id, seq: state.view?.seq ?? 0 }));
  const todos = useStore(reminders, (state) => (state.conversationId === id ? state.todos : null));
  // An advisor may have changed the list with its answer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new fact is a reason to look again.
  useEffect(() => {
    if (id !== null) void attempt(() => loadTodos(id));
  }, [id, seq]);
  const done = todos?.filter((each) => each.status === 'completed').length ?? 0;
  const note = todos && todos.length > 0 ? t('todo.done', { done, count: todos.length }) : '';
  return (
    <BesideFrame title={t('todo.title')} note={note}>
      {id === null ? (
        <p className="help">{t('todo.noConversation')}</p>
      ) : (
        <>
          <NewTodo key={id} conversationId={id} />
          {todos?.length === 0 && <p className="help">{t('todo.empty')}</p>}
          <ol className="todos" aria-label={t('todo.list')}>
            {todos?.map((each, index) => (
              <TodoRow
                key={each.number}
                conversationId={id}
                todo={each}
                todos={todos}
                isFirst={index === 0}
                isLast={index === todos.length - 1}
              />
            ))}
          </ol>
        </>
      )}
    </BesideFrame>
  );
}

function NewTodo({ conversationId }: { conversationId: string }) {
  const { t } = useTranslation('reminders');
  const [title, setTitle] = useState('');
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (title.trim() === '') return;
    // What was typed meanwhile is the next one.
    if (await addTodo(conversationId, title)) setTitle((now) => (now === title ? '' : now));
  };
  return (
    <form className="adding" onSubmit={(event) => void add(event)}>
      <input
        className="input"
        dir="auto"
        maxLength={300}
        aria-label={t('todo.new')}
        placeholder={t('todo.new')}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <button type="submit" className="btn" disabled={title.trim() === ''}>
        {t('add')}
      </button>
    </form>
  );
}
