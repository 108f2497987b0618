/** Providers that are connected while everything runs. A key goes to the server and is not kept here. */
import '../locales/settings';
import { createStore } from 'zustand/vanilla';
import { say } from '../locales/i18n';
import { asSentence } from '../locales/sentence';
import { preview } from '../model/preview';
import { notify } from '../model/screen';
import { type Advisor, workspace } from '../model/workspace';
import type { ConnectedAnswer, HeardAnswer, ProvidersAnswer, TestedAnswer } from '../protocol/generated/answers';
import { ask, isAborted, Refusal } from '../protocol/request';
import { loadEveryone, loadModels } from './advisors';
import { refresh } from './preview';
import { attempt, explain } from './refused';
import { loadSettings } from './settings';

export type Connected = ConnectedAnswer;
export type Tested = TestedAnswer;

export const connections = createStore<{ readonly known: ProvidersAnswer | null }>(() => ({ known: null }));

export async function loadConnections(): Promise<void> {
  connections.setState({ known: await ask('GET /v1/providers') });
}

const AGAIN = 60_000;
let looked: { readonly at: number; readonly found: Promise<readonly Tested[]> } | null = null;

/** Model servers that answer on this machine, as of a minute ago at most: every new conversation asks. */
export function lookAround(): Promise<readonly Tested[]> {
  if (looked === null || Date.now() - looked.at > AGAIN) {
    const found = ask('GET /v1/providers/local').then(({ items }) => items);
    looked = { at: Date.now(), found };
    found.catch(() => {
      looked = null;
    });
  }
  return looked.found;
}

export interface Wanted {
  name: string;
  base_url: string | null;
  key: string | null;
}

/** What a test or a change came to: an answer, or what is wrong in words. */
export type Outcome = { tested: Tested; wrong: null } | { tested: null; wrong: Wrong };

export interface Wrong {
  head: string;
  /** The provider's own words, made safe by the server, and the number it answered with. */
  quoted: string;
  status: number | null;
}

export function testProvider(wanted: Wanted): Promise<Outcome> {
  return hear(labelOf(wanted), () => ask('POST /v1/providers/check', { body: wanted }));
}

export function testAgain(name: string): Promise<Outcome> {
  return hear(titleOf(name), () => ask('POST /v1/providers/{name}/check', { path: { name } }));
}

/** One word of each of these models: nothing where it was heard, else what is wrong. */
export async function hearModels(wanted: Wanted, models: readonly string[]): Promise<Map<string, 'heard' | Wrong>> {
  try {
    const { items } = await ask('POST /v1/providers/hear', { body: { ...wanted, models: [...models] } });
    return new Map(items.map(({ model, wrong }) => [model, wrong ? sayUnheard(wrong, model) : ('heard' as const)]));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const wrong = sayWrong(error, labelOf(wanted));
    return new Map(models.map((model) => [model, wrong]));
  }
}

function sayUnheard(wrong: NonNullable<HeardAnswer['wrong']>, model: string): Wrong {
  const known = UNHEARD.find((code) => code === wrong.code);
  const head = known ? say(`composer:provider.unheard.${known}`, { model }) : asSentence(wrong.detail);
  return { head, quoted: wrong.provider_message, status: wrong.status };
}

const UNHEARD = ['auth', 'model', 'net', 'quota', 'rate_limited'] as const;

/** Keep a provider with the models of these advisors and use it from the next message on; or what is wrong. */
export async function addProvider(
  provider: Wanted,
  model: string,
  advisors: Record<string, string>,
): Promise<Wrong | null> {
  const { name, ...wanted } = provider;
  const before = workspace.getState().advisors;
  const outcome = await hear(labelOf(provider), () =>
    ask('PUT /v1/providers/{name}', { path: { name }, body: { ...wanted, model, advisors } }),
  );
  if (outcome.tested === null) return outcome.wrong;
  await attempt(takeOver);
  const label = labelOf(provider);
  const isNamedHere = label !== titleOf(name);
  const count = new Set(Object.values(advisors)).size;
  const word = isNamedHere ? 'addedAs' : 'added';
  notify(say(`composer:provider.${word}`, { name: label, called: name, count, model }), { undo: undoGiving(before) });
  return null;
}

/** Give advisors models of a provider in force; or what is wrong. */
export async function giveModels(name: string, advisors: Record<string, string>): Promise<Wrong | null> {
  const before = workspace.getState().advisors;
  try {
    await ask('PUT /v1/providers/{name}/advisors', { path: { name }, body: { advisors } });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return sayWrong(error, titleOf(name));
  }
  await attempt(takeOver);
  notify(say('composer:provider.given', { count: new Set(Object.values(advisors)).size, name: titleOf(name) }), {
    undo: undoGiving(before),
  });
  return null;
}

/** Every advisor that has another version now gets back the one it had. */
function undoGiving(before: readonly Advisor[]): () => void {
  const now = new Map(workspace.getState().advisors.map((each) => [each.id, each.version]));
  const changed = before.filter((each) => now.get(each.id) !== each.version);
  return () =>
    void attempt(async () => {
      for (const { id, version } of changed) {
        const path = { advisor_id: id, version: String(version) };
        await ask('POST /v1/advisors/{advisor_id}/versions/{version}/restore', { path });
      }
      await takeOver();
      notify(say('composer:provider.givenBack'));
    });
}

export async function removeProvider(name: string): Promise<void> {
  const went = await attempt(() => ask('DELETE /v1/providers/{name}', { path: { name } }));
  if (!went) return;
  await attempt(takeOver);
  notify(say('settings:connect.removed', { name: titleOf(name) }));
}

/** Everything that names models or says what would be sent. */
async function takeOver(): Promise<void> {
  const [status] = await Promise.all([
    ask('GET /v1/status'),
    loadConnections(),
    loadModels(),
    loadSettings(),
    loadEveryone(),
  ]);
  workspace.setState({ status });
  preview.setState({ madeFor: null });
  // Also before the first message: its forecast is on the page.
  void refresh();
}

async function hear(name: string, deed: () => Promise<Tested>): Promise<Outcome> {
  try {
    return { tested: await deed(), wrong: null };
  } catch (error) {
    if (isAborted(error) || !(error instanceof Refusal)) throw error;
    return { tested: null, wrong: sayWrong(error, name) };
  }
}

const KNOWN = ['auth', 'net', 'not_a_model_server', 'no_models', 'provider_key', 'providers_per_node'] as const;

function sayWrong(refusal: Refusal, name: string): Wrong {
  const known = KNOWN.find((code) => code === refusal.code);
  const head = known ? say(`composer:provider.wrong.${known}`, { name }) : explainPlainly(refusal);
  const { provider_message: said, status } = refusal.facts;
  return { head, quoted: String(said ?? ''), status: typeof status === 'number' ? status : null };
}

function explainPlainly(refusal: Refusal): string {
  return refusal.code === 'offline' ? explain(refusal) : asSentence(refusal.message);
}

const TITLES: Readonly<Record<string, string>> = {
  openrouter: 'OpenRouter',
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  mistral: 'Mistral',
  groq: 'Groq',
  deepseek: 'DeepSeek',
  xai: 'xAI',
  ollama: 'Ollama',
  llamacpp: 'llama.cpp',
};

/** A server of one's own is called by where it is. */
export function labelOf({ name, base_url: address }: Wanted): string {
  if (address === null || name in TITLES) return titleOf(name);
  try {
    return new URL(address).host || name;
  } catch {
    return name;
  }
}

export function titleOf(name: string): string {
  return TITLES[name] ?? name;
}
