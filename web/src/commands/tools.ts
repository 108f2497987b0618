/** Servers of tools: which there are, add one by its address, look again, believe it or not, take it away. */
import { say } from '../locales/i18n';
import { notify } from '../model/screen';
import { type Server, tools } from '../model/tools';
import { ask } from '../protocol/request';
import { loadApprovals } from './approvals';
import { refreshReminded } from './preview';
import { attempt } from './refused';

export async function loadTools(): Promise<void> {
  const { items: servers } = await ask('GET /v1/tools');
  tools.setState({ servers });
}

/** Add a server at an address. It is asked at once what it can do; if it cannot be reached it is kept and says why. */
export async function addServer(name: string, url: string): Promise<void> {
  await ask('POST /v1/tools/servers', { body: { name, url } });
  await loadTools();
  notify(say('tools:done.added', { name }));
}

export async function lookAgain(name: string): Promise<boolean> {
  return attempt(async () => {
    put(await ask('POST /v1/tools/servers/{name}/look', { path: { name } }));
    await refreshReminded();
  });
}

export interface ServerChange {
  trusted?: boolean;
  enabled?: boolean;
}

export async function changeServer(server: Server, change: ServerChange): Promise<boolean> {
  return attempt(async () => {
    const path = { name: server.name };
    put(await ask('PATCH /v1/tools/servers/{name}', { path, body: change }));
    await refreshReminded();
  });
}

/** No question is asked; the status line offers to add it again. */
export async function removeServer(server: Server): Promise<boolean> {
  return attempt(async () => {
    await ask('DELETE /v1/tools/servers/{name}', { path: { name: server.name } });
    await loadTools();
    const { url, name } = server;
    const undo = url === null ? null : () => void attempt(() => addServer(name, url));
    notify(say('tools:done.removed', { name }), { undo });
  });
}

/** Have a tool ask again before each call. */
export async function takeBack(server: string, tool: string): Promise<boolean> {
  return attempt(async () => {
    await ask('DELETE /v1/approvals/standing/{server}/{tool}', { path: { server, tool } });
    await Promise.all([loadApprovals(), loadTools()]);
    notify(say('tools:done.asksAgain', { name: `${server}/${tool}` }));
  });
}

function put(server: Server): void {
  const servers = tools.getState().servers ?? [];
  tools.setState({ servers: servers.map((each) => (each.name === server.name ? server : each)) });
}
