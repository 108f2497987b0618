import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { attempt } from '../../commands/refused';
import { loadTools } from '../../commands/tools';
import { allowedTools, allowServer, allowTool, type Server } from '../../model/tools';
import { formatNumber } from '../parts/format';
import { RouteLink } from '../parts/RouteLink';
import { useTools } from './useTools';

interface Props {
  /** `server` or `server/tool`, one per line. */
  value: string;
  onChange: (value: string) => void;
}

/** The tools an advisor may use, by server and one by one, and what it is sent because of that. */
export function ToolAllowance({ value, onChange }: Props) {
  const { t } = useTranslation('tools');
  const servers = useTools((state) => state.servers);
  useEffect(() => void attempt(loadTools), []);
  const allowed = value === '' ? [] : value.split('\n');
  const change = (now: readonly string[]) => onChange(now.join('\n'));
  const told = allowedTools(servers ?? [], allowed);
  const tokens = told.reduce((sum, each) => sum + each.tokens, 0);
  return (
    <fieldset className="allowance">
      <legend>{t('allow.legend')}</legend>
      {servers?.length === 0 && <p className="help">{t('allow.none')}</p>}
      {servers?.map((each) => (
        <OneServer key={each.name} server={each} allowed={allowed} onChange={change} />
      ))}
      <Gone
        servers={servers ?? []}
        allowed={allowed}
        onDrop={(name) => change(allowed.filter((each) => each !== name))}
      />
      <p className="help">
        {t('allow.help', { count: told.length, formatted: formatNumber(tokens) })}{' '}
        <RouteLink className="link" to={{ page: 'tools' }}>
          {t('allow.page')}
        </RouteLink>
      </p>
    </fieldset>
  );
}

interface OneProps {
  server: Server;
  allowed: readonly string[];
  onChange: (allowed: readonly string[]) => void;
}

function OneServer({ server, allowed, onChange }: OneProps) {
  const { t } = useTranslation('tools');
  const whole = allowed.includes(server.name);
  const some = whole || server.tools.some((each) => allowed.includes(each.full_name));
  const [open, setOpen] = useState(some);
  const say = (tokens: number) => (
    <span className="quiet num">{t('server.tokens', { count: tokens, formatted: formatNumber(tokens) })}</span>
  );
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <bdi>{server.name}</bdi> <span className="quiet">{t('server.tools', { count: server.tools.length })}</span>
      </summary>
      <label className="check">
        <input
          type="checkbox"
          checked={whole}
          onChange={(event) => onChange(allowServer(allowed, server.name, event.target.checked))}
        />
        <span>{t('allow.whole', { name: server.name })}</span>
        {say(server.tools.reduce((sum, each) => sum + each.tokens, 0))}
      </label>
      {server.tools.map((tool) => (
        <label key={tool.name} className="check one">
          <input
            type="checkbox"
            checked={whole || allowed.includes(tool.full_name)}
            onChange={(event) => onChange(allowTool(allowed, server, tool, event.target.checked))}
          />
          <code>
            <bdi>{tool.name}</bdi>
          </code>
          <span className="tag">{t(tool.asks ? 'server.asks' : tool.read_only ? 'server.reads' : 'server.free')}</span>
          {say(tool.tokens)}
        </label>
      ))}
    </details>
  );
}

interface GoneProps {
  servers: readonly Server[];
  allowed: readonly string[];
  onDrop: (name: string) => void;
}

/** What is allowed and not there: it would be used again if it came back. */
function Gone({ servers, allowed, onDrop }: GoneProps) {
  const { t } = useTranslation('tools');
  const known = new Set(servers.flatMap((each) => [each.name, ...each.tools.map((tool) => tool.full_name)]));
  return allowed
    .filter((name) => !known.has(name))
    .map((name) => (
      <label key={name} className="check one">
        <input type="checkbox" checked onChange={() => onDrop(name)} />
        <code>
          <bdi>{name}</bdi>
        </code>
        <span className="quiet">{t('allow.gone')}</span>
      </label>
    ));
}
