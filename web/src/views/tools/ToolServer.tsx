import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeServer, lookAgain, removeServer } from '../../commands/tools';
import { asSentence } from '../../locales/sentence';
import type { Server, Tool } from '../../model/tools';
import { formatNumber, formatWhen, joinWords } from '../parts/format';
import { StateMark } from '../parts/StateWord';
import { useTools } from './useTools';

/** One server: whence it is, how it is doing, what it offers, and what may be done about it. */
export function ToolServer({ server }: { server: Server }) {
  const { t } = useTranslation('tools');
  const id = useId();
  const facts = [
    t(`source.${server.source}`),
    ...(server.protocol ? [t('server.protocol', { version: server.protocol })] : []),
    ...(server.checked_at ? [t('server.checked', { when: formatWhen(server.checked_at) })] : []),
  ];
  return (
    <section className="tool-server" aria-labelledby={id}>
      <div className="name">
        <h2 id={id}>
          <bdi>{server.name}</bdi>
        </h2>
        <ServerState server={server} />
      </div>
      <p className="quiet">{joinWords(facts)}</p>
      {server.url && (
        <p className="quiet">
          <code dir="ltr">{server.url}</code>
        </p>
      )}
      {server.error && (
        <p className={server.source === 'house' ? 'quiet' : 'wrong'} dir="auto">
          {asSentence(server.error)}
        </p>
      )}
      <Offered server={server} />
      {server.source !== 'house' && <Deeds server={server} />}
    </section>
  );
}

/** How it is doing, as a word with a mark before it. */
function ServerState({ server }: { server: Server }) {
  const { t } = useTranslation('tools');
  if (!server.enabled) return <StateMark mark="dash">{t('server.off')}</StateMark>;
  if (server.source === 'house') return <StateMark mark="complete">{t('server.builtin')}</StateMark>;
  if (server.error) return <StateMark mark="error">{t('server.failed')}</StateMark>;
  if (server.connected) return <StateMark mark="complete">{t('server.connected')}</StateMark>;
  return <StateMark mark="waiting">{t(server.checked_at ? 'server.resting' : 'server.unknown')}</StateMark>;
}

function Offered({ server }: { server: Server }) {
  const { t } = useTranslation('tools');
  const count = server.tools.length;
  if (count === 0) return server.checked_at && !server.error ? <p className="quiet">{t('server.none')}</p> : null;
  const tokens = server.tools.reduce((sum, each) => sum + each.tokens, 0);
  return (
    <details>
      <summary>
        {t('server.tools', { count })}{' '}
        <span className="quiet num">{t('server.tokens', { count: tokens, formatted: formatNumber(tokens) })}</span>
      </summary>
      <ul className="offered">
        {server.tools.map((each) => (
          <OfferedTool key={each.name} server={server.name} tool={each} />
        ))}
      </ul>
    </details>
  );
}

function OfferedTool({ server, tool }: { server: string; tool: Tool }) {
  const { t } = useTranslation('tools');
  const always = useTools(({ standing }) => standing.some((each) => each.server === server && each.tool === tool.name));
  const manner = tool.asks ? (always ? 'always' : 'asks') : tool.read_only ? 'reads' : 'free';
  return (
    <li>
      <code>
        <bdi>{tool.name}</bdi>
      </code>
      <span className="tag">{t(`server.${manner}`)}</span>
      <span className="quiet num">
        {t('server.tokens', { count: tool.tokens, formatted: formatNumber(tool.tokens) })}
      </span>
      {tool.description && <p dir="auto">{tool.description}</p>}
    </li>
  );
}

function Deeds({ server }: { server: Server }) {
  const { t } = useTranslation('tools');
  const [busy, setBusy] = useState(false);
  const { name, trusted, enabled } = server;
  const run = async (deed: () => Promise<unknown>) => {
    setBusy(true);
    await deed();
    setBusy(false);
  };
  return (
    <>
      {server.source === 'person' ? (
        <Trust server={server} busy={busy} onChange={(on) => void run(() => changeServer(server, { trusted: on }))} />
      ) : (
        <p className="help">{t(trusted ? 'server.trusted' : 'server.distrusted')}</p>
      )}
      <div className="acts">
        <button
          type="button"
          className="btn sm"
          disabled={busy}
          aria-label={t('server.lookFor', { name })}
          onClick={() => void run(() => lookAgain(name))}
        >
          {t('server.look')}
        </button>
        <button
          type="button"
          className="btn sm"
          disabled={busy}
          aria-label={t(enabled ? 'server.offFor' : 'server.onFor', { name })}
          onClick={() => void run(() => changeServer(server, { enabled: !enabled }))}
        >
          {t(enabled ? 'server.switchOff' : 'server.on')}
        </button>
        {server.source === 'person' && (
          <button
            type="button"
            className="btn sm danger"
            disabled={busy}
            aria-label={t('server.removeFor', { name })}
            onClick={() => void run(() => removeServer(server))}
          >
            {t('server.remove')}
          </button>
        )}
      </div>
    </>
  );
}

function Trust({ server, busy, onChange }: { server: Server; busy: boolean; onChange: (on: boolean) => void }) {
  const { t } = useTranslation('tools');
  const id = useId();
  return (
    <div className="trust">
      <label className="check">
        <input
          type="checkbox"
          checked={server.trusted}
          disabled={busy}
          aria-describedby={id}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{t('server.trust')}</span>
      </label>
      <p id={id} className="help">
        {t('server.trustHelp')}
      </p>
    </div>
  );
}
