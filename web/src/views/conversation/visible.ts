/** The rows the filter lets through, found once per outline and preview. */
import { type OutlineRow, placeOf } from '../../model/outline';
import type { Preview } from '../../model/preview';

/**
 * Stretches of rows are taken whole, so ten thousand turns cost no more than the stretches they lie in.
 *
 * The preview leaves out the turn that is being asked anew; on the page it stays until the new one is sent.
 */
export function findVisible(
  rows: readonly OutlineRow[],
  latest: Preview | null,
  replaced: string | null = null,
): readonly OutlineRow[] {
  if (latest === null) return rows;
  const shown: OutlineRow[] = [];
  for (const [first = 0, last = 0] of latest.shown) {
    const end = placeOf(rows, last + 1);
    for (let index = placeOf(rows, first); index < end; index++) shown.push(rows[index] as OutlineRow);
  }
  for (let index = placeOf(rows, latest.last_position + 1); index < rows.length; index++) {
    shown.push(rows[index] as OutlineRow);
  }
  const kept = replaced === null ? undefined : rows.find((row) => row.id === replaced);
  if (kept && !shown.includes(kept)) shown.splice(placeOf(shown, kept.position), 0, kept);
  return shown.length === rows.length ? rows : shown;
}
