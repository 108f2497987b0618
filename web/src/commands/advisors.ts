/** Advisors: make, save, put away, bring back an earlier version, take in and hand out. */
import { say } from '../locales/i18n';
import { type AdvisorEdit, changesOf, newOf } from '../model/advisorEdit';
import { type Advisor, house } from '../model/house';
import { library } from '../model/library';
import { notify } from '../model/screen';
import type {
  AdvisorAnswer,
  AdvisorsAnswer,
  DescriptionAnswer,
  ImportAnswer,
  ModelsAnswer,
  PanelsAnswer,
  VersionsAnswer,
} from '../protocol/generated/answers';
import { ask } from '../protocol/request';
import { attempt } from './refused';

const at = (id: string) => ({ path: { advisor_id: id } });

/** Everyone, those put away too, and the panels they are on. */
export async function loadEveryone(): Promise<void> {
  const [{ advisors }, { panels }] = await Promise.all([
    ask<AdvisorsAnswer>('GET /v1/advisors', { query: { archived: true } }),
    ask<PanelsAnswer>('GET /v1/panels'),
  ]);
  house.setState({ advisors: advisors.filter((each) => !each.archived), panels });
  library.setState({ archived: advisors.filter((each) => each.archived) });
}

export async function loadModels(): Promise<void> {
  library.setState({ models: await ask<ModelsAnswer>('GET /v1/models') });
}

export async function createAdvisor(edit: AdvisorEdit): Promise<Advisor> {
  const made = await ask<AdvisorAnswer>('POST /v1/advisors', { body: newOf(edit) });
  await loadEveryone();
  notify(say('library:advisors.made', { name: made.name }));
  return made;
}

/** Save as another version. Refused when somebody else has saved one since; then everybody is read again. */
export async function saveAdvisor(advisor: Advisor, edit: AdvisorEdit): Promise<void> {
  try {
    const saved = await ask<AdvisorAnswer>('PATCH /v1/advisors/{advisor_id}', {
      ...at(advisor.id),
      body: changesOf(advisor, edit),
    });
    notify(say('library:advisors.saved', { version: saved.version }), {
      undo: () => void attempt(() => restoreVersion(advisor.id, advisor.version)),
    });
  } finally {
    await loadEveryone();
  }
}

export async function readVersions(id: string): Promise<readonly Advisor[]> {
  return (await ask<VersionsAnswer>('GET /v1/advisors/{advisor_id}/versions', at(id))).versions;
}

/** Save what an earlier version said as a new one. */
export async function restoreVersion(id: string, version: number): Promise<void> {
  const body = { from_version: version };
  const now = await ask<AdvisorAnswer>('POST /v1/advisors/{advisor_id}/restore', { ...at(id), body });
  await loadEveryone();
  notify(say('library:advisors.restored', { version, now: now.version }));
}

/** No question is asked; the status line offers to take it back. */
export async function archiveAdvisor(advisor: Advisor): Promise<boolean> {
  return attempt(async () => {
    await ask('POST /v1/advisors/{advisor_id}/archive', at(advisor.id));
    await loadEveryone();
    const undo = () => void unarchiveAdvisor(advisor);
    notify(say('library:advisors.archived', { name: advisor.name }), { undo });
  });
}

export async function unarchiveAdvisor(advisor: Advisor): Promise<boolean> {
  return attempt(async () => {
    await ask('POST /v1/advisors/{advisor_id}/unarchive', at(advisor.id));
    await loadEveryone();
    notify(say('library:advisors.unarchived', { name: advisor.name }));
  });
}

/** Have a model write a description for a name. Nothing is saved. */
export async function describeAdvisor(name: string, model: string): Promise<DescriptionAnswer> {
  return ask('POST /v1/advisors/describe', { body: { name, ...(model && { model }) } });
}

export type ImportMode = 'add' | 'replace';

export async function previewImport(rows: readonly unknown[], mode: ImportMode): Promise<ImportAnswer> {
  return ask('POST /v1/advisors/import', { body: { advisors: rows, mode, dry_run: true } });
}

export async function runImport(rows: readonly unknown[], mode: ImportMode): Promise<void> {
  await ask('POST /v1/advisors/import', { body: { advisors: rows, mode, dry_run: false } });
  await loadEveryone();
  notify(say('library:import.done', { count: rows.length }));
}
