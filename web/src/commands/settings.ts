/** Settings of the server, its models, and what the day has cost. */
import { createStore } from 'zustand/vanilla';
import { say } from '../locales/i18n';
import { account } from '../model/account';
import { conversation, openTurn } from '../model/conversation';
import { preview } from '../model/preview';
import { go } from '../model/route';
import { notify } from '../model/screen';
import { workspace } from '../model/workspace';
import type { ProviderAnswer, SettingAnswer, SpendingAnswer } from '../protocol/generated/answers';
import { ask, Refusal } from '../protocol/request';
import { loadModels } from './advisors';
import { refresh } from './preview';
import { quietly } from './quietly';
import { attempt, explain } from './refused';

export type Setting = SettingAnswer;
export type Provider = ProviderAnswer;
export type Value = Setting['value'];
export type Section =
  | 'account'
  | 'appearance'
  | 'speech'
  | 'sending'
  | 'spending'
  | 'models'
  | 'imports'
  | 'webhooks'
  | 'plugins'
  | 'operations'
  | 'server'
  | 'about';

export interface Configuration {
  /** The file that would be read at the start; only whoever runs the server is told. */
  readonly file: string | null;
  readonly list: readonly Setting[];
  /** Where on the page somebody wants to be: a section, or a setting by its name. */
  readonly wanted: string | null;
}

export const configuration = createStore<Configuration>(() => ({ file: null, list: [], wanted: null }));
export const spending = createStore<{ readonly today: SpendingAnswer | null }>(() => ({ today: null }));

export function openSettings(section: Section | null = null, name: string | null = null): void {
  configuration.setState({ wanted: name ?? section });
  go({ page: 'settings' });
}

export async function loadSettings(): Promise<void> {
  const { file, items: settings } = await ask('GET /v1/settings');
  // Whoever is alone pays for everything anyway.
  const isAlone = account.getState().me === null;
  configuration.setState({ file, list: isAlone ? settings.filter(({ name }) => name !== 'key_policy') : settings });
}

/** The day so far, and with it the ceiling that Send asks about. */
export async function loadSpending(): Promise<void> {
  const today = await ask('GET /v1/spending');
  spending.setState({ today });
  if (workspace.getState().ceiling !== today.ceilings.turn) workspace.setState({ ceiling: today.ceilings.turn });
}

/** Change a setting; the status line offers to take it back. Null, or why the server does not take the value. */
export async function changeSetting(before: Setting, value: Value): Promise<string | null> {
  if (value === before.value) return null;
  return store(before, () => put(before.name, value));
}

/** Let it be again what it is without the change. */
export async function resetSetting(before: Setting): Promise<string | null> {
  return store(before, () => remove(before.name));
}

async function store(before: Setting, deed: () => Promise<Setting>): Promise<string | null> {
  try {
    take(await deed());
    notify(say('library:saved'), { undo: () => void attempt(async () => take(await putBack(before))) });
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'setting_decided' || error.code === 'setting_fixed') await attempt(loadSettings);
    return error.code === 'setting_refused' ? String(error.facts.reason ?? error.message) : explain(error);
  }
}

function putBack(before: Setting): Promise<Setting> {
  return before.source === 'database' && before.place === before.scope
    ? put(before.name, before.value)
    : remove(before.name);
}

const put = (name: string, value: Value) => ask('PUT /v1/settings/{name}', { path: { name }, body: { value } });
async function remove(name: string): Promise<Setting> {
  await ask('DELETE /v1/settings/{name}', { path: { name } });
  return ask('GET /v1/settings/{name}', { path: { name } });
}

/** What is shown follows: the setting itself, what would be sent, and what is asked about. */
function take(setting: Setting): void {
  const { list } = configuration.getState();
  configuration.setState({ list: list.map((each) => (each.name === setting.name ? setting : each)) });
  preview.setState({ madeFor: null });
  if (conversation.getState().id !== null) void refresh();
  if (setting.group === 'spending') void quietly(loadSpending);
  if (setting.name === 'default_model') void quietly(loadModels);
}

const NOW_AND_THEN = 5 * 60_000;

/** Keep the day's spending true: at the start, when an answer has come, and now and then for midnight's sake. */
export function watchSpending(): () => void {
  const look = () => void quietly(loadSpending);
  const stop = conversation.subscribe((now, before) => {
    if (now.view !== before.view && openTurn(now) === null && openTurn(before) !== null) look();
  });
  const timer = setInterval(() => !document.hidden && look(), NOW_AND_THEN);
  look();
  return () => {
    stop();
    clearInterval(timer);
  };
}
