import { lazy, Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Conversations } from '../conversations/Conversations';
import { UnaskedLink } from '../heartbeats/UnaskedLink';
import { LookBack } from '../journal/LookBack';
import { Broken } from '../parts/Broken';
import { Mark } from '../parts/Mark';
import { RouteLink } from '../parts/RouteLink';
import { SearchBox } from '../search/SearchBox';
import { useSearch } from '../search/useSearch';
import { TopicTree } from '../topics/TopicTree';
import { Begin } from './Begin';
import { Oneself } from './Oneself';
import { Places } from './Places';

const Results = lazy(() => import('../search/Results').then((room) => ({ default: room.Results })));

/** Everything the left column holds, beside the page or in a drawer over it. */
export function Library() {
  const { t } = useTranslation('library');
  const search = useSearch();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="library" data-library>
      <RouteLink className="brand" to={{ page: 'conversation', id: null, turnId: null }}>
        <Mark />
        {t('brand')}
      </RouteLink>
      <Begin />
      <SearchBox words={search.words} onChange={search.look} input={input} />
      <Places />
      {search.words.trim() === '' ? (
        <div className="lists">
          <Conversations />
          <TopicTree />
        </div>
      ) : (
        <Broken>
          <Suspense>
            <Results search={search} />
          </Suspense>
        </Broken>
      )}
      <LookBack />
      {/* Only a conversation has it. */}
      <UnaskedLink />
      <Oneself />
    </div>
  );
}
