import { lazy, type MouseEvent, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { applyFilter } from '../../commands/filter';
import { leaveCommand, setMode } from '../../model/screen';
import { emit, on } from '../../model/signals';
import { useConversation, useDraft, usePreview } from '../parts/store';
import { BuildButton } from './BuildButton';
import { Query } from './Query';
import { useFilterWords } from './useFilterWords';

const loadEditor = () => import('./FilterEditor');
const FilterEditor = lazy(() => loadEditor().then((room) => ({ default: room.FilterEditor })));

/** Which turns are shown, in a sentence; pressed, it becomes the line that can say everything. */
export function FilterLine() {
  const { filter } = useDraft();
  const [editing, setEditing] = useState(false);
  // What was typed and neither applied nor cleared, so that looking elsewhere loses nothing.
  const [typed, setTyped] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const returning = useRef(false);
  const isGivingAway = useRef(false);
  const edit = useCallback(() => {
    setMode('command');
    setEditing(true);
  }, []);
  // Whoever comes with the mouse reads and writes: no mode of keys is theirs to go back to.
  const editByClick = (event: MouseEvent) => {
    setMode('command', event.detail > 0 ? 'input' : undefined);
    setEditing(true);
  };
  const leave = (left: string | null) => {
    // The editor hears that the focus goes to the message, and takes it for being left with its words.
    if (isGivingAway.current) return;
    returning.current = box.current?.contains(document.activeElement) ?? false;
    setTyped(left);
    setEditing(false);
    // Whoever wrote before goes on writing; a click elsewhere leads where it leads.
    if (leaveCommand() === 'input' && returning.current) {
      returning.current = false;
      isGivingAway.current = true;
      emit('focusComposer');
      isGivingAway.current = false;
    }
  };
  useEffect(() => on('focusFilter', edit), [edit]);
  useEffect(() => {
    // Only in advance: if the server is away just now, the first use asks again.
    const id = setTimeout(() => void loadEditor().catch(() => undefined), 1500);
    return () => clearTimeout(id);
  }, []);
  useEffect(() => {
    if (editing || !returning.current) return;
    returning.current = false;
    box.current?.querySelector<HTMLElement>('.query')?.focus();
  }, [editing]);
  const still = <StillLine filter={filter} onEdit={editByClick} onEditText={edit} />;
  return (
    <div className={editing ? 'filter editing' : 'filter'} ref={box}>
      <Title />
      {editing ? (
        <Suspense fallback={still}>
          <FilterEditor line={typed ?? filter} onLeave={leave} />
        </Suspense>
      ) : (
        still
      )}
      {editing && <BuildButton onEditText={edit} />}
    </div>
  );
}

function Title() {
  const { t } = useTranslation('shell');
  const title = useConversation((state) => (state.id === null ? t('newTitle') : (state.view?.title ?? '')));
  if (title === '') return null;
  return (
    <span className="title" dir="auto" title={title}>
      {title}
    </span>
  );
}

interface StillProps {
  filter: string;
  onEdit: (event: MouseEvent) => void;
  onEditText: () => void;
}

function StillLine({ filter, onEdit, onEditText }: StillProps) {
  const { t } = useTranslation('context');
  const words = useFilterWords(filter);
  const isNew = useConversation((state) => state.id === null);
  const { pins, empty } = usePreview(({ latest }) => ({
    pins: latest?.hidden_pins ?? 0,
    empty: filter !== '' && latest !== null && latest.visible === 0,
  }));
  // Before the first message there is nothing to choose from.
  if (isNew && filter === '') return null;
  return (
    <>
      <div className="pill">
        <BuildButton onEditText={onEditText} small />
        <button
          type="button"
          className={words === '' && filter !== '' ? 'query' : 'query sentence'}
          aria-label={filter === '' ? t('filter.editEmpty') : t('filter.edit', { line: filter })}
          title={filter}
          onClick={onEdit}
        >
          {filter === '' ? t('filter.all') : words === '' ? <Query line={filter} /> : words}
        </button>
        {filter !== '' && (
          <button type="button" className="x" aria-label={t('filter.showAll')} onClick={() => applyFilter('')}>
            <span aria-hidden="true">×</span>
          </button>
        )}
      </div>
      {empty && <span className="hint">{t('filter.noMatch')}</span>}
      {pins > 0 && <span className="hint pins">{t('filter.hiddenPins', { count: pins })}</span>}
    </>
  );
}
