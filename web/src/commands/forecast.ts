/** What an analysis of a turn may take, asked before it is begun. */
import type { LookForecastAnswer } from '../protocol/generated/answers';
import { ask, Refusal } from '../protocol/request';

export type AnalysisForecast = LookForecastAnswer;
export type AnalysisKind = 'map' | 'synthesis';

/** Nothing when it cannot be reckoned: whoever begins it is told why. */
export async function forecastAnalysis(turnId: string, kind: AnalysisKind): Promise<AnalysisForecast | null> {
  const path = { turn_id: turnId };
  try {
    return kind === 'map'
      ? await ask('GET /v1/turns/{turn_id}/map/forecast', { path })
      : await ask('GET /v1/turns/{turn_id}/synthesis/forecast', { path });
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
