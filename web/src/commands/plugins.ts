/** What packages beside ours add, and packs of panels to be taken in. */
import { createStore } from 'zustand/vanilla';
import { say } from '../locales/i18n';
import { notify } from '../model/screen';
import type { PackAnswer, PanelsImportAnswer, PluginPackageAnswer } from '../protocol/generated/answers';
import { ask } from '../protocol/request';
import { loadEveryone } from './advisors';

export type PluginPackage = PluginPackageAnswer;
export type Pack = PackAnswer;

interface AllPlugins {
  /** Null until they were read. */
  readonly items: readonly PluginPackage[] | null;
}

export const plugins = createStore<AllPlugins>(() => ({ items: null }));

export async function loadPlugins(): Promise<void> {
  const { items } = await ask('GET /v1/plugins');
  plugins.setState({ items });
}

/** A pack, every word of it, and what taking it in would do. */
export async function lookAtPack(name: string): Promise<{ pack: Pack; plan: PanelsImportAnswer }> {
  const pack = await ask('GET /v1/packs/{name}', { path: { name } });
  return { pack, plan: await bringIn(pack, true) };
}

export async function takePackIn(pack: Pack): Promise<void> {
  await bringIn(pack, false);
  await loadEveryone();
  notify(say('settings:plugins.taken', { name: pack.label }));
}

function bringIn({ advisors, panels }: Pack, dryRun: boolean): Promise<PanelsImportAnswer> {
  return ask('POST /v1/panels/import', { body: { advisors, panels, dry_run: dryRun } });
}
