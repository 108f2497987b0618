import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { forecastOf, forecastOne, isCurrent } from '../../commands/ceiling';
import { isBlank } from '../../model/draft';
import type { AdvisorPreview } from '../../model/preview';
import { sayCount } from '../parts/counts';
import { Popover } from '../parts/Floating';
import { formatNumber } from '../parts/format';
import { Monogram } from '../parts/Monogram';
import { useConversation, useDraft, usePreview, useWorkspace } from '../parts/store';
import { sayForecast } from './forecast';

const CHARS_PER_TOKEN = 3.5;

/** How long the message is and what sending it would cost; for each voice when looked at. */
export function Estimate() {
  const { t } = useTranslation('composer');
  const tokens = useTokens();
  const advisors = useAdvisors();
  const forecast = advisors.length === 0 ? null : sayForecast(t, forecastOf(advisors), advisors.length);
  const figures = (
    <>
      {tokens > 0 && <span className="num">{t('tokens', { count: tokens, formatted: formatNumber(tokens) })}</span>}
      {forecast && (
        <span>
          <span className="cap">{t('forecast.label')}</span>{' '}
          <b className={/\d/.test(forecast) ? '' : 'words'}>{forecast}</b>{' '}
          <span className="for">{t('forecast.for', { number: sayCount(t, advisors.length) })}</span>
        </span>
      )}
    </>
  );
  if (forecast === null) return <div className="est">{figures}</div>;
  return (
    <Popover
      side="top"
      openOnHover
      label={t('forecast.about')}
      trigger={
        <button type="button" className="est">
          {figures}
        </button>
      }
    >
      <Details advisors={advisors} />
    </Popover>
  );
}

function Details({ advisors }: { advisors: readonly AdvisorPreview[] }) {
  const { t } = useTranslation('composer');
  const colours = useWorkspace((state) => Object.fromEntries(state.advisors.map((each) => [each.id, each.colour])));
  return (
    <>
      <table className="forecast">
        <thead>
          <tr>
            <th scope="col">{t('forecast.advisor')}</th>
            <th scope="col">{t('forecast.request')}</th>
            <th scope="col">{t('forecast.cost')}</th>
          </tr>
        </thead>
        <tbody>
          {advisors.map((each) => (
            <tr key={each.advisor_id}>
              <th scope="row">
                <Monogram name={each.name} colour={colours[each.advisor_id] ?? ''} small /> {each.name}
              </th>
              <td>{t('tokens', { count: each.tokens, formatted: formatNumber(each.tokens) })}</td>
              <td>{sayForecast(t, forecastOne(each), 1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted">{t('forecast.bounds')}</p>
    </>
  );
}

function useAdvisors(): readonly AdvisorPreview[] {
  const id = useConversation((state) => state.id);
  return usePreview((state) => (state.conversationId === id ? (state.latest?.advisors ?? []) : []));
}

/** The server's count; between two of its answers the characters typed since then are added by the plain rule. */
function useTokens(): number {
  const draft = useDraft();
  const { text } = draft;
  const id = useConversation((state) => state.id);
  const counted = usePreview(({ latest }) =>
    Math.max(0, ...(latest?.advisors.map((each) => each.request_tokens) ?? [])),
  );
  usePreview((state) => state.madeFor);
  const current = isCurrent();
  const known = useRef<{ id: string | null; tokens: number; length: number } | null>(null);
  useEffect(() => {
    if (current) known.current = { id, tokens: counted, length: text.length };
  }, [current, id, counted, text]);
  if (isBlank(draft)) return 0;
  if (current) return counted;
  const base = known.current?.id === id ? known.current : null;
  return Math.max(1, (base?.tokens ?? 0) + Math.ceil((text.length - (base?.length ?? 0)) / CHARS_PER_TOKEN));
}
