/** What a file of advisors holds. */

/** `json` when it is not JSON at all, `shape` when there are no advisors in it. */
export type FileProblem = 'json' | 'shape';

/** The rows of an export, of a bare list, or of a single advisor. Whether each can be read, the server says. */
export function readRows(text: string): readonly unknown[] | FileProblem {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return 'json';
  }
  const rows = isRecord(content) && Array.isArray(content.advisors) ? content.advisors : content;
  const list: readonly unknown[] = Array.isArray(rows) ? rows : [rows];
  return list.length > 0 && list.every((row) => isRecord(row) && typeof row.name === 'string') ? list : 'shape';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
