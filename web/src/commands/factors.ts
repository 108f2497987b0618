/** One's own second factor: an app that shows codes, and recovery codes for whoever loses it. */
import { createStore } from 'zustand/vanilla';
import type { BegunFactorAnswer, FactorsAnswer } from '../protocol/generated/answers';
import { ask } from '../protocol/request';

interface Factors {
  readonly state: FactorsAnswer | null;
  /** What the app is to be given, while it is being added. */
  readonly begun: BegunFactorAnswer | null;
  /** Recovery codes that are shown this once. */
  readonly codes: readonly string[] | null;
}

export const factors = createStore<Factors>(() => ({ state: null, begun: null, codes: null }));

export async function loadFactors(): Promise<void> {
  factors.setState({ state: await ask('GET /v1/me/factors') });
}

export async function beginFactor(): Promise<void> {
  factors.setState({ begun: await ask('POST /v1/me/factors'), codes: null });
}

export async function confirmFactor(code: string): Promise<void> {
  const { codes } = await ask('POST /v1/me/factors/confirm', { body: { code } });
  factors.setState({ begun: null, codes });
  await loadFactors();
}

export async function renewCodes(): Promise<void> {
  const { codes } = await ask('POST /v1/me/factors/codes');
  factors.setState({ codes });
  await loadFactors();
}

export async function removeFactor(): Promise<void> {
  await ask('DELETE /v1/me/factors');
  factors.setState({ codes: null });
  await loadFactors();
}

export function forgetShown(): void {
  factors.setState({ begun: null, codes: null });
}
