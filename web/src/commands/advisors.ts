/** Advisors: make, save, archive, bring back an earlier version, take in and hand out. */
import { say } from '../locales/i18n';
import { type AdvisorEdit, changesOf, newOf } from '../model/advisorEdit';
import { library } from '../model/library';
import { notify } from '../model/screen';
import { type Advisor, type Panel, workspace } from '../model/workspace';
import type { DescriptionAnswer, ImportAnswer, ImportingAdvisors } from '../protocol/generated/answers';
import { ask } from '../protocol/request';
import { attempt } from './refused';

const at = (id: string) => ({ path: { advisor_id: id } });

/** Everyone, those archived too, and the panels they are on. */
export async function loadEveryone(): Promise<void> {
  const [{ items: advisors }, { items: panels }] = await Promise.all([
    ask('GET /v1/advisors', { query: { archived: true } }),
    ask('GET /v1/panels'),
  ]);
  workspace.setState({ advisors: advisors.filter((each) => !each.archived), panels });
  library.setState({ archived: advisors.filter((each) => each.archived) });
}

export async function loadModels(): Promise<void> {
  library.setState({ models: await ask('GET /v1/models') });
}

/** Make an advisor and give it a seat on these panels. */
export async function createAdvisor(edit: AdvisorEdit, panels: readonly Panel[]): Promise<Advisor> {
  const made = await ask('POST /v1/advisors', { body: newOf(edit) });
  for (const { id, advisor_ids } of panels) {
    const body = { advisor_ids: [...advisor_ids, made.id] };
    await ask('PATCH /v1/panels/{panel_id}', { path: { panel_id: id }, body });
  }
  await loadEveryone();
  notify(say('library:advisors.made', { name: made.name }));
  return made;
}

/** Save as another version. Refused when somebody else has saved one since; then everybody is read again. */
export async function saveAdvisor(advisor: Advisor, edit: AdvisorEdit): Promise<void> {
  try {
    const saved = await ask('PATCH /v1/advisors/{advisor_id}', {
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
  return (await ask('GET /v1/advisors/{advisor_id}/versions', at(id))).items;
}

/** Save what an earlier version said as a new one. */
export async function restoreVersion(id: string, version: number): Promise<void> {
  const path = { advisor_id: id, version: String(version) };
  const now = await ask('POST /v1/advisors/{advisor_id}/versions/{version}/restore', { path });
  await loadEveryone();
  notify(say('library:advisors.restored', { version, now: now.version }));
}

/** No question is asked; the status line offers to take it back. */
export async function archiveAdvisor(advisor: Advisor): Promise<boolean> {
  return attempt(async () => {
    await ask('DELETE /v1/advisors/{advisor_id}', at(advisor.id));
    await loadEveryone();
    const undo = () => void unarchiveAdvisor(advisor);
    notify(say('library:advisors.archived', { name: advisor.name }), { undo });
  });
}

/** Take back an advisor that has just come by a card, and the documents that came with it. */
export async function unmakeAdvisor(advisor: Advisor, documents: readonly string[]): Promise<boolean> {
  return attempt(async () => {
    await ask('DELETE /v1/advisors/{advisor_id}', at(advisor.id));
    for (const id of documents) await ask('DELETE /v1/documents/{document_id}', { path: { document_id: id } });
    await loadEveryone();
  });
}

export async function unarchiveAdvisor(advisor: Advisor): Promise<boolean> {
  return attempt(async () => {
    await ask('POST /v1/advisors/{advisor_id}/restore', at(advisor.id));
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
  return ask('POST /v1/advisors/import', { body: { advisors: asWritten(rows), mode, dry_run: true } });
}

export async function runImport(rows: readonly unknown[], mode: ImportMode): Promise<void> {
  await ask('POST /v1/advisors/import', { body: { advisors: asWritten(rows), mode, dry_run: false } });
  await loadEveryone();
  notify(say('library:import.done', { count: rows.length }));
}

/** What a file holds goes as it stands: the server reads it and says what is wrong with it. */
const asWritten = (rows: readonly unknown[]) => rows as ImportingAdvisors['advisors'];
