import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { changeTopic, removeTopic } from '../../commands/topics';
import type { Topic } from '../../model/library';
import { go } from '../../model/route';
import { Field } from '../parts/Field';
import { LineField } from '../parts/LineField';
import { ModelField } from '../parts/ModelField';
import { FormEnd } from '../parts/Page';
import { useDeeds } from '../parts/useDeeds';
import { useFields } from '../parts/useEdit';
import { useLibrary } from '../parts/useLibrary';

interface TopicEdit {
  readonly name: string;
  readonly parent: string;
  readonly prelude: string;
  readonly model: string;
}

export function TopicEditor({ topic }: { topic: Topic }) {
  const { t } = useTranslation('library');
  const { edit, changed, change, drop } = useFields<TopicEdit>(`topic:${topic.id}`, editOf(topic));
  const { problem, busy, run } = useDeeds();
  const topics = useLibrary((state) => state.topics);
  const parents = topics.filter((each) => !`${each.path}/`.startsWith(`${topic.path}/`));
  const below = topics.some((each) => each.parent_id === topic.id);
  const bad = edit.name.trim() === '' || edit.name.includes('/');
  const save = async () => {
    await changeTopic(topic.id, changesOf(editOf(topic), edit));
    drop();
  };
  const remove = async () => {
    await removeTopic(topic);
    drop();
    go({ page: 'topics', id: null }, { replace: true });
  };
  return (
    <form
      className="fields"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void run(save);
      }}
    >
      <div className="pair">
        <LineField
          label={t('topics.name')}
          wrong={bad ? t('topics.nameWrong') : undefined}
          most={200}
          value={edit.name}
          onChange={(name) => change({ name })}
        />
        <Field label={t('topics.parent')} help={t('topics.parentHelp')}>
          {(ids) => (
            <select
              {...ids}
              className="input"
              value={edit.parent}
              onChange={(event) => change({ parent: event.target.value })}
            >
              <option value="">{t('topics.root')}</option>
              {parents.map((each) => (
                <option key={each.id} value={each.id}>
                  {each.path}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <Field label={t('topics.prelude')} help={t('topics.preludeHelp')}>
        {(ids) => (
          <textarea
            {...ids}
            className="input"
            dir="auto"
            rows={6}
            maxLength={20_000}
            value={edit.prelude}
            onChange={(event) => change({ prelude: event.target.value })}
          />
        )}
      </Field>
      <ModelField
        value={edit.model}
        onChange={(model) => change({ model })}
        usual={() => t('topics.noModel')}
        help={t('topics.modelHelp')}
      />
      <FormEnd problem={problem} changed={changed} busy={busy} isNew={false} blocked={bad} onDrop={drop}>
        <button
          type="button"
          className="btn danger"
          disabled={topic.turns > 0 || below}
          onClick={() => void run(remove)}
        >
          {t('topics.delete')}
        </button>
      </FormEnd>
      {(topic.turns > 0 || below) && <p className="help">{t('topics.notEmpty')}</p>}
    </form>
  );
}

function editOf(topic: Topic): TopicEdit {
  return { name: topic.name, parent: topic.parent_id ?? '', prelude: topic.prelude, model: topic.model ?? '' };
}

function changesOf(saved: TopicEdit, edit: TopicEdit) {
  return {
    ...(edit.name !== saved.name && { name: edit.name }),
    ...(edit.parent !== saved.parent && { parent_id: edit.parent || null }),
    ...(edit.prelude !== saved.prelude && { prelude: edit.prelude }),
    ...(edit.model !== saved.model && { model: edit.model.trim() || null }),
  };
}
