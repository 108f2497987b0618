import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeDraft } from '../../model/draft';
import { useConversation, useDraft, usePreview } from '../parts/store';
import { AddPart } from './AddPart';
import { PartRow } from './PartRow';
import { type Built, blank, type Group, isGroup, type Join, NOTHING, type Part, readParts, writeParts } from './parts';
import { Query } from './Query';
import { SavedFilters } from './SavedFilters';

interface Props {
  onClose: () => void;
  onEditText: () => void;
}

/** The filter line as parts. Every change is written to the line at once, so the page and the count follow. */
export function Builder({ onClose, onEditText }: Props) {
  const { t } = useTranslation('context');
  const { filter } = useDraft();
  const id = useConversation((state) => state.id);
  const before = useRef(filter);
  const [built, setBuilt] = useState<Built | null>(() => readParts(filter));
  const write = (line: string) => changeDraft(id, { filter: line });
  const change = (now: Built) => {
    setBuilt(now);
    write(writeParts(now));
  };
  const load = (line: string) => {
    write(line);
    setBuilt(readParts(line));
  };
  return (
    <>
      <h2>{t('builder.title')}</h2>
      {built === null ? (
        <div className="too-much">
          <p>{t('builder.tooMuch')}</p>
          <button type="button" className="btn sm" onClick={() => change(NOTHING)}>
            {t('builder.startNew')}
          </button>
          <button type="button" className="btn sm" onClick={onEditText}>
            {t('builder.editText')}
          </button>
        </div>
      ) : (
        <Parts built={built} onChange={change} />
      )}
      <div className="made">
        <code className="query">
          {filter === '' ? <span className="o">{t('filter.all')}</span> : <Query line={filter} />}
        </code>
        <Count />
      </div>
      <hr />
      <SavedFilters line={filter} onApply={(name) => load(`@${name}`)} />
      <div className="acts">
        {before.current !== filter && (
          <button type="button" className="btn sm quiet" onClick={() => load(before.current)}>
            {t('builder.back')}
          </button>
        )}
        <button type="button" className="btn sm" onClick={onClose}>
          {t('builder.close')}
        </button>
      </div>
    </>
  );
}

function Count() {
  const { t } = useTranslation('context');
  const count = usePreview((state) => state.latest?.visible ?? 0);
  return (
    <span className="num" role="status">
      {t('builder.count', { count })}
    </span>
  );
}

function Parts({ built, onChange }: { built: Built; onChange: (now: Built) => void }) {
  const { t } = useTranslation('context');
  const { join, items } = built;
  const inner: Join = join === 'all' ? 'any' : 'all';
  const put = (at: number, item: Part | Group | null) =>
    onChange({ join, items: item === null ? items.filter((_, place) => place !== at) : items.with(at, item) });
  // A group joins the other way, so changing the whole changes every group with it.
  const turn = (now: Join) =>
    onChange({
      join: now,
      items: items.map((item) => (isGroup(item) ? { ...item, join: now === 'all' ? 'any' : 'all' } : item)),
    });
  return (
    <div className="parts">
      <label className="join">
        {t('builder.join')}
        <select className="input" value={join} onChange={(event) => turn(event.target.value as Join)}>
          <option value="all">{t('builder.all')}</option>
          <option value="any">{t('builder.any')}</option>
        </select>
      </label>
      {items.length === 0 && <p className="muted">{t('builder.empty')}</p>}
      <ul>
        {items.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name but their place
          <li key={at}>
            {isGroup(item) ? (
              <GroupRow group={item} onChange={(now) => put(at, now)} />
            ) : (
              <PartRow part={item} onChange={(now) => put(at, now)} />
            )}
          </li>
        ))}
      </ul>
      <div className="acts">
        <AddPart onAdd={(letter) => onChange({ join, items: [...items, blank(letter)] })} />
        <button
          type="button"
          className="btn sm quiet"
          onClick={() => onChange({ join, items: [...items, { join: inner, parts: [blank('s')] }] })}
        >
          {t('builder.addGroup')}
        </button>
      </div>
    </div>
  );
}

function GroupRow({ group, onChange }: { group: Group; onChange: (now: Group | null) => void }) {
  const { t } = useTranslation('context');
  const { join, parts } = group;
  const put = (at: number, part: Part | null) => {
    const now = part === null ? parts.filter((_, place) => place !== at) : parts.with(at, part);
    onChange(now.length === 0 ? null : { join, parts: now });
  };
  return (
    <fieldset className="group">
      <legend>{t(join === 'any' ? 'builder.groupAny' : 'builder.groupAll')}</legend>
      <ul>
        {parts.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name but their place
          <li key={at}>
            <PartRow part={part} onChange={(now) => put(at, now)} />
          </li>
        ))}
      </ul>
      <div className="acts">
        <AddPart onAdd={(letter) => onChange({ join, parts: [...parts, blank(letter)] })} />
        <button type="button" className="btn sm quiet" onClick={() => onChange(null)}>
          {t('builder.removeGroup')}
        </button>
      </div>
    </fieldset>
  );
}
