/** Files to take along: have one written, fetch it, forget it. */
import { createStore } from 'zustand/vanilla';
import { on } from '../model/signals';
import type { ExportedFileAnswer, ExporterAnswer } from '../protocol/generated/answers';
import { address, ask } from '../protocol/request';
import { quietly } from './quietly';
import { attempt } from './refused';

export type ExportedFile = ExportedFileAnswer;

interface AllExports {
  /** Null until they were read. */
  readonly items: readonly ExportedFile[] | null;
  readonly exporters: readonly ExporterAnswer[];
}

export const exportedFiles = createStore<AllExports>(() => ({ items: null, exporters: [] }));

const LOOK_AGAIN = 1_000;

async function loadExports(): Promise<void> {
  const { items } = await ask('GET /v1/exports');
  exportedFiles.setState({ items });
}

/** Keep them true while somebody looks: how far one has come has to be asked. */
export function followExports(): () => void {
  const look = () => void quietly(loadExports);
  look();
  void quietly(async () => exportedFiles.setState({ exporters: (await ask('GET /v1/exporters')).items }));
  const isWriting = () => exportedFiles.getState().items?.some(({ status }) => status === 'writing');
  const timer = setInterval(() => isWriting() && look(), LOOK_AGAIN);
  const stop = on('workChanged', look);
  return () => {
    clearInterval(timer);
    stop();
  };
}

/** Everything, in this format. */
export async function writeEverything(format: string): Promise<void> {
  await attempt(() => ask('POST /v1/exports', { body: { format } }));
  await quietly(loadExports);
}

export async function forgetExport({ id }: ExportedFile): Promise<void> {
  await attempt(() => ask('DELETE /v1/exports/{export_id}', { path: { export_id: id } }));
  await quietly(loadExports);
}

/** Where the file is had, and what proves that nobody changed it. */
export const fileAddress = ({ id }: ExportedFile) =>
  address('GET /v1/exports/{export_id}/file', { path: { export_id: id } });
export const signatureAddress = ({ id }: ExportedFile) =>
  address('GET /v1/exports/{export_id}/signature', { path: { export_id: id } });
