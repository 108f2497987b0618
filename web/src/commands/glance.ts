/** A glance at a turn that has ended. */
import { glances, keepGlance } from '../model/glance';
import { ask } from '../protocol/request';
import { quietly } from './quietly';

/** Have it at hand, as the answers are now; `mark` changes when they do. */
export async function loadGlance(turnId: string, mark: string): Promise<void> {
  if (glances.getState().seen[turnId]?.mark === mark) return;
  await quietly(async () => {
    keepGlance(turnId, mark, await ask('GET /v1/turns/{turn_id}/glance', { path: { turn_id: turnId } }));
  });
}
