import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { loadApprovals } from '../../commands/approvals';
import { attempt } from '../../commands/refused';
import { loadTools, takeBack } from '../../commands/tools';
import { formatWhen } from '../parts/format';
import { ToolServer } from './ToolServer';
import { ToolServerForm } from './ToolServerForm';
import { useTools } from './useTools';

/** Servers of tools, how to have more of them, and what need not ask any more. */
export function ToolsPage() {
  const { t } = useTranslation('tools');
  const servers = useTools((state) => state.servers);
  useEffect(() => {
    void attempt(() => Promise.all([loadTools(), loadApprovals()]));
  }, []);
  useLookingAgain();
  return (
    <div className="tools-page">
      <header>
        <h1>{t('page.title')}</h1>
        <p>{t('page.lead')}</p>
      </header>
      {servers === null && <p role="status">{t('page.loading')}</p>}
      {servers?.every((each) => each.source === 'house') && (
        <section className="nothing-yet">
          <h2>{t('page.emptyTitle')}</h2>
          <p>{t('page.empty')}</p>
        </section>
      )}
      {servers?.map((each) => (
        <ToolServer key={each.name} server={each} />
      ))}
      <ToolServerForm />
      <AlwaysAllowed />
    </div>
  );
}

const LOOK_AGAIN = 2_000;

/** Servers are looked at when the server starts; until all were, the page asks again. */
function useLookingAgain(): void {
  const isEarly = useTools(
    ({ servers }) => servers?.some((each) => each.source !== 'house' && each.enabled && !each.checked_at) ?? false,
  );
  useEffect(() => {
    if (!isEarly) return;
    const timer = setInterval(() => void attempt(loadTools), LOOK_AGAIN);
    return () => clearInterval(timer);
  }, [isEarly]);
}

function AlwaysAllowed() {
  const { t } = useTranslation('tools');
  const standing = useTools((state) => state.standing);
  return (
    <section>
      <h2>{t('standing.title')}</h2>
      <p className="help">{t(standing.length === 0 ? 'standing.none' : 'standing.help')}</p>
      <ul className="always-allowed">
        {standing.map(({ server, tool, created_at: since }) => {
          const name = `${server}/${tool}`;
          return (
            <li key={name}>
              <code>
                <bdi>{name}</bdi>
              </code>
              <span className="quiet">{t('standing.since', { when: formatWhen(since) })}</span>
              <button
                type="button"
                className="btn sm"
                aria-label={t('standing.againFor', { name })}
                onClick={() => void takeBack(server, tool)}
              >
                {t('standing.again')}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
