/** What a look at a turn may take, asked before it is begun. */
import type { LookForecastAnswer } from '../protocol/generated/answers';
import { ask, Refusal } from '../protocol/request';

export type LookForecast = LookForecastAnswer;
export type Look = 'map' | 'synthesis';

/** Nothing when it cannot be reckoned: whoever begins it is told why. */
export async function foreseeLook(turnId: string, look: Look): Promise<LookForecast | null> {
  const path = { turn_id: turnId };
  try {
    return look === 'map'
      ? await ask<LookForecast>('GET /v1/turns/{turn_id}/map/forecast', { path })
      : await ask<LookForecast>('GET /v1/turns/{turn_id}/synthesis/forecast', { path });
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
