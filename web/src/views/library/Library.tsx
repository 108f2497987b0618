import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { UnaskedLink } from '../heartbeats/UnaskedLink';
import { LookBack } from '../journal/LookBack';
import { MemoryLink } from '../memory/MemoryLink';
import { useRoute } from '../parts/store';
import { Mark } from './Brand';
import { Conversations } from './Conversations';
import { PanelRows } from './PanelRows';
import { Results } from './Results';
import { RouteLink } from './RouteLink';
import { SearchBox } from './SearchBox';
import { TopicTree } from './TopicTree';
import { useSearch } from './useSearch';

/** Everything the left column holds, beside the page or in a drawer over it. */
export function Library() {
  const { t } = useTranslation(['library', 'journal', 'tools']);
  const search = useSearch();
  const input = useRef<HTMLInputElement>(null);
  const { page } = useRoute();
  return (
    <div className="library" data-library>
      <RouteLink className="brand" to={{ page: 'conversation', id: null, turnId: null }}>
        <Mark />
        {t('brand')}
      </RouteLink>
      <SearchBox words={search.words} onChange={search.look} input={input} />
      {search.words.trim() === '' ? (
        <div className="lists">
          <Conversations />
          <TopicTree />
          <PanelRows />
        </div>
      ) : (
        <Results search={search} />
      )}
      <LookBack />
      <nav className="foot" aria-label={t('pages')}>
        <RouteLink
          to={{ page: 'advisors', id: null }}
          aria-current={page === 'advisors' || page === 'evals' ? 'page' : undefined}
        >
          {t('advisors.title')}
        </RouteLink>
        <RouteLink
          to={{ page: 'journal', id: null, turnId: null }}
          aria-current={page === 'journal' ? 'page' : undefined}
        >
          {t('journal:title')}
        </RouteLink>
        <MemoryLink />
        <UnaskedLink />
        <RouteLink to={{ page: 'documents', id: null }} aria-current={page === 'documents' ? 'page' : undefined}>
          {t('documents')}
        </RouteLink>
        <RouteLink to={{ page: 'instructions' }} aria-current={page === 'instructions' ? 'page' : undefined}>
          {t('instructions')}
        </RouteLink>
        <RouteLink to={{ page: 'tools' }} aria-current={page === 'tools' ? 'page' : undefined}>
          {t('tools:page.title')}
        </RouteLink>
        <RouteLink to={{ page: 'settings' }} aria-current={page === 'settings' ? 'page' : undefined}>
          {t('settings')}
        </RouteLink>
      </nav>
    </div>
  );
}
