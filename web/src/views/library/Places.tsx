import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { watchMemories } from '../../commands/memory';
import { account, type Me, mayAudit, mayOperate } from '../../model/account';
import { type Page, type Route, route } from '../../model/route';
import { DueDecisions } from '../journal/DueDecisions';
import { WaitingMemories } from '../memory/WaitingMemories';
import { RouteLink } from '../parts/RouteLink';
import { useRoute } from '../parts/store';
import { Icon } from './Icon';

type Place = 'conversations' | 'journal' | 'advisors' | 'documents' | 'tests' | 'people' | 'settings';

/** Which pages each place holds; the first is where its link leads. */
const PAGES: Readonly<Record<Place, readonly Page[]>> = {
  conversations: ['conversation', 'map', 'contamination', 'unasked', 'topics'],
  journal: ['journal'],
  advisors: ['advisors', 'panels'],
  documents: ['documents', 'memory', 'instructions'],
  tests: ['evals'],
  people: ['people', 'audit'],
  settings: ['settings', 'tools', 'work'],
};
const PLACES = Object.keys(PAGES) as readonly Place[];

/** What not everybody has: where there are no accounts, nobody. */
const MAY: Partial<Readonly<Record<Page, (me: Me | null) => boolean>>> = { people: mayOperate, audit: mayAudit };

/** The pages of a place that this person has. */
function usePages(): (place: Place) => readonly Page[] {
  const me = useStore(account, (state) => state.me);
  return (place) => PAGES[place].filter((page) => MAY[page]?.(me) ?? true);
}

/** The places, always in this order. */
export function Places() {
  const { t } = useTranslation('library');
  const { page } = useRoute();
  const talk = useStore(route, (state) => state.talk);
  const pagesOf = usePages();
  useEffect(watchMemories, []);
  const news: Partial<Record<Place, ReactNode>> = { journal: <DueDecisions />, documents: <WaitingMemories /> };
  return (
    <nav className="places" aria-label={t('pages')}>
      {PLACES.filter((place) => pagesOf(place).length > 0).map((place) => (
        <RouteLink
          key={place}
          to={addressOf(pagesOf(place)[0] ?? 'conversation', talk)}
          aria-current={PAGES[place].includes(page) ? 'page' : undefined}
        >
          <Icon name={place} />
          {t(`places.${place}`)}
          {news[place]}
        </RouteLink>
      ))}
    </nav>
  );
}

/** The pages of a place that has several, above whichever is open. */
export function PlaceTabs() {
  const { t } = useTranslation('library');
  const { page } = useRoute();
  const talk = useStore(route, (state) => state.talk);
  const pagesOf = usePages();
  const tabs: Partial<Record<Page, string>> = {
    advisors: t('advisors.title'),
    panels: t('panels.title'),
    documents: t('documents'),
    memory: t('memory'),
    instructions: t('instructions'),
    people: t('places.people'),
    audit: t('audit'),
    settings: t('settings'),
    tools: t('tools'),
    work: t('work'),
  };
  const place = PLACES.find((each) => PAGES[each].includes(page));
  if (place === undefined || tabs[page] === undefined) return null;
  return (
    <nav className="place-tabs" aria-label={t(`places.${place}`)}>
      {pagesOf(place).map((each) => (
        <RouteLink key={each} to={addressOf(each, talk)} aria-current={each === page ? 'page' : undefined}>
          {tabs[each]}
          {each === 'memory' && <WaitingMemories />}
        </RouteLink>
      ))}
    </nav>
  );
}

/** Conversations and memory open where the person last was. */
function addressOf(page: Page, talk: string | null): Route {
  switch (page) {
    case 'journal':
      return { page, id: null, turnId: null };
    case 'evals':
      return { page, id: null, caseId: null };
    case 'memory':
      return { page, id: talk };
    case 'advisors':
    case 'panels':
    case 'documents':
      return { page, id: null };
    case 'instructions':
    case 'tools':
    case 'work':
    case 'people':
    case 'audit':
    case 'settings':
      return { page };
    default:
      return { page: 'conversation', id: talk, turnId: null };
  }
}
