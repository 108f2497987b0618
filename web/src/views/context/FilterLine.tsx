import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { screen, setMode } from '../../model/screen';
import { on } from '../../model/signals';
import { useConversation, useDraft, usePreview } from '../parts/store';
import { BuildButton } from './BuildButton';
import { Query } from './Query';
import { useFilterWords } from './useFilterWords';

const loadEditor = () => import('./FilterEditor');
const FilterEditor = lazy(() => loadEditor().then((room) => ({ default: room.FilterEditor })));

/** The line that says which turns are shown; clicking or focusing it makes it an editor. */
export function FilterLine() {
  const { t } = useTranslation('context');
  const { filter } = useDraft();
  const [editing, setEditing] = useState(false);
  // What was typed and neither applied nor cleared, so that looking elsewhere loses nothing.
  const [typed, setTyped] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const returning = useRef(false);
  const edit = useCallback(() => {
    setMode('command');
    setEditing(true);
  }, []);
  const leave = (left: string | null) => {
    returning.current = box.current?.contains(document.activeElement) ?? false;
    setTyped(left);
    setEditing(false);
    if (screen.getState().mode === 'command') setMode('view');
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
  const still = <StillLine filter={filter} onEdit={edit} />;
  return (
    <div className={editing ? 'filter editing' : 'filter'} ref={box}>
      <Title />
      <span className="lbl" aria-hidden="true">
        {t('filter.label')}
      </span>
      {editing ? (
        <Suspense fallback={still}>
          <FilterEditor line={typed ?? filter} onLeave={leave} />
        </Suspense>
      ) : (
        still
      )}
      <BuildButton onEditText={edit} />
    </div>
  );
}

/** Only narrow screens have room for it here and nowhere else. */
function Title() {
  const title = useConversation((state) => state.view?.title ?? '');
  return title === '' ? null : <span className="title">{title}</span>;
}

function StillLine({ filter, onEdit }: { filter: string; onEdit: () => void }) {
  const { t } = useTranslation('context');
  const words = useFilterWords(filter);
  const { pins, empty } = usePreview(({ latest }) => ({
    pins: latest?.hidden_pins ?? 0,
    empty: filter !== '' && latest !== null && latest.visible === 0,
  }));
  return (
    <>
      <button
        type="button"
        className="query"
        aria-label={filter === '' ? t('filter.editEmpty') : t('filter.edit', { line: filter })}
        onClick={onEdit}
      >
        {filter === '' ? <span className="o">{t('filter.all')}</span> : <Query line={filter} />}
      </button>
      {empty ? (
        <span className="hint">{t('filter.noMatch')}</span>
      ) : (
        words !== '' && <span className="says">{words}</span>
      )}
      {pins > 0 && <span className="hint pins">{t('filter.hiddenPins', { count: pins })}</span>}
    </>
  );
}
