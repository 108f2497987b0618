import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { type EndedWork, placeOf, type Work, work } from '../../model/work';
import { RouteLink } from '../parts/RouteLink';
import { useWorkspace } from '../parts/store';

/** What it is about, as a link to where it is seen. */
export function About({ each }: { each: Work | EndedWork }) {
  const place = placeOf(each);
  const name = useName(each);
  if (place === null) return null;
  return (
    <RouteLink className="link" to={place} dir="auto">
      {name}
    </RouteLink>
  );
}

function useName({ kind, conversation_id: id, advisor_id: advisorId }: Work | EndedWork): string {
  const { t } = useTranslation('work');
  const listed = useWorkspace((state) => state.conversations.find((each) => each.id === id));
  const read = useStore(work, (state) => state.titles[id ?? '']);
  const advisor = useWorkspace((state) => state.advisors.find((each) => each.id === advisorId)?.name);
  if (kind === 'indexing') return t('documents');
  if (kind === 'import' || kind === 'export') return t(`kind.${kind}`);
  if (id !== null) return listed?.title || listed?.opening || read || t('untitled');
  return advisor ?? t('anAdvisor');
}
