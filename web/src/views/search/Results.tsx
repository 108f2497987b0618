import { useTranslation } from 'react-i18next';
import type { Hit, Order } from '../../commands/search';
import { formatNumber, formatWhen } from '../parts/format';
import { RouteLink } from '../parts/RouteLink';
import { moveAmongRows } from '../parts/rowKeys';
import { Snippet } from '../parts/Snippet';
import { useWorkspace } from '../parts/store';
import { KeptHits } from './KeptHits';
import type { Search } from './useSearch';

const ORDERS: readonly Order[] = ['newest', 'importance'];

/** What was found, by conversation, in the order it was found. */
export function Results({ search }: { search: Search }) {
  const { t } = useTranslation('library');
  const { hits, claims, decisions, order, busy, next, searchedTo, passedOver, problem } = search;
  const count = hits.length + claims.length + decisions.length;
  return (
    <section className="found">
      <h2>{t('search.title')}</h2>
      <p className="empty" role="status">
        {problem ?? (busy ? looking(t, searchedTo) : count === 0 ? t('search.none') : t('search.count', { count }))}
      </p>
      <fieldset className="orders" aria-label={t('search.order.label')}>
        {ORDERS.map((each) => (
          <label key={each}>
            <input type="radio" name="order" checked={order === each} onChange={() => search.sort(each)} />
            {t(`search.order.${each}`)}
          </label>
        ))}
      </fieldset>
      <ul data-rows onKeyDown={moveAmongRows}>
        <KeptHits claims={claims} decisions={decisions} />
        {group(hits).map(([id, all]) => (
          <Group key={id} id={id} hits={all} weighed={order === 'importance'} />
        ))}
      </ul>
      {passedOver > 0 && <p className="empty">{t('search.passedOver', { count: passedOver })}</p>}
      {!busy && next !== null && (
        <button type="button" className="rest" onClick={search.lookFurther}>
          {t('search.further')}
        </button>
      )}
    </section>
  );
}

function looking(t: ReturnType<typeof useTranslation<'library'>>['t'], searchedTo: string | null): string {
  return searchedTo === null ? t('search.looking') : t('search.lookingTo', { when: formatWhen(searchedTo) });
}

function group(hits: readonly Hit[]): [string, Hit[]][] {
  const groups = new Map<string, Hit[]>();
  for (const hit of hits) groups.set(hit.conversation_id, [...(groups.get(hit.conversation_id) ?? []), hit]);
  return [...groups];
}

function Group({ id, hits, weighed }: { id: string; hits: readonly Hit[]; weighed: boolean }) {
  const { t } = useTranslation('library');
  const entry = useWorkspace((state) => state.conversations.find((each) => each.id === id) ?? null);
  const named = hits.find((hit) => hit.turn_id === null);
  const title = hits[0]?.title || entry?.opening || t('search.untitled');
  return (
    <li>
      <RouteLink className="group" data-row to={{ page: 'conversation', id, turnId: null }} dir="auto">
        {named ? <Snippet text={named.snippet} matches={named.matches} /> : title}
      </RouteLink>
      <ul>
        {hits
          .filter((hit) => hit.turn_id !== null)
          .map((hit) => (
            <li key={`${hit.turn_id}.${hit.advisor_id ?? ''}.${hit.start}`}>
              <RouteLink data-row to={{ page: 'conversation', id, turnId: hit.turn_id }}>
                <span className="by">
                  {hit.name ?? t('search.you')}{' '}
                  <span className="num">{t('search.turn', { position: hit.position })}</span>
                  <span className="n">
                    {weighed && hit.importance !== null
                      ? t('search.worth', { worth: formatNumber(hit.importance, 2) })
                      : formatWhen(hit.created_at)}
                  </span>
                </span>
                <span className={hit.advisor_id === null ? 'words mine' : 'words'} dir="auto">
                  {hit.start > 0 && '…'}
                  <Snippet text={hit.snippet} matches={hit.matches} />
                </span>
              </RouteLink>
            </li>
          ))}
      </ul>
    </li>
  );
}
