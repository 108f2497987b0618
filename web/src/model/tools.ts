/** Servers of tools, the calls that wait for the person's word, and the tools that need not ask. */
import { createStore } from 'zustand/vanilla';
import type { ApprovalAnswer, ServerAnswer, StandingAnswer, ToolAnswer } from '../protocol/generated/answers';

export type Server = ServerAnswer;
export type Tool = ToolAnswer;
export type Approval = ApprovalAnswer;
export type AlwaysAllowed = StandingAnswer;

export interface Tools {
  /** Null until they were read. */
  readonly servers: readonly Server[] | null;
  readonly pending: readonly Approval[];
  readonly standing: readonly AlwaysAllowed[];
  /** The question somebody came to look at. */
  readonly wanted: string | null;
}

export const tools = createStore<Tools>(() => ({ servers: null, pending: [], standing: [], wanted: null }));

export function findTool({ servers }: Tools, server: string, tool: string): Tool | null {
  return servers?.find((each) => each.name === server)?.tools.find((each) => each.name === tool) ?? null;
}

/** The tools an allow-list lets through, by server and by name. */
export function allowedTools(servers: readonly Server[], allowed: readonly string[]): Tool[] {
  const names = new Set(allowed);
  return servers
    .filter((server) => server.enabled)
    .flatMap((server) => server.tools.filter((tool) => names.has(server.name) || names.has(tool.full_name)));
}

/** The list with a whole server in it or out of it; its single tools go with it. */
export function allowServer(allowed: readonly string[], server: string, on: boolean): string[] {
  const others = allowed.filter((each) => each !== server && !each.startsWith(`${server}/`));
  return (on ? [...others, server] : others).sort();
}

/** The list with one tool in it or out of it. Leaving one out of a whole server names the others one by one. */
export function allowTool(allowed: readonly string[], server: Server, tool: Tool, on: boolean): string[] {
  const whole = allowed.includes(server.name);
  const before = whole ? server.tools.map((each) => each.full_name) : allowed;
  const others = whole ? allowServer(allowed, server.name, false) : [];
  const named = [...others, ...before].filter((each) => each !== tool.full_name);
  return [...new Set(on ? [...named, tool.full_name] : named)].sort();
}
