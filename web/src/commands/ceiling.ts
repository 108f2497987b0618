/** What stands in the way of a send: a price over the ceiling, or a message that is too large for somebody. */
import { conversation } from '../model/conversation';
import { changeDraft, draftOf } from '../model/draft';
import { type AdvisorPreview, type Preview, preview } from '../model/preview';
import { workspace } from '../model/workspace';
import { fingerprint, foresee } from './preview';
import { deliver, giveBack, send, take } from './send';

/** The least is a prompt as cached as it may be; the most a prompt with nothing cached and the longest answers. */
export interface Forecast {
  readonly low: number;
  readonly high: number;
  /** How many prices nobody knows. */
  readonly unknown: number;
  /** Scripted voices cost nothing. */
  readonly free: boolean;
}

interface TooLarge {
  readonly id: string;
  readonly name: string;
  readonly tokens: number;
  readonly limit: number;
}

export type Obstacle =
  | { readonly kind: 'large'; readonly voices: readonly TooLarge[]; readonly everybody: boolean }
  | {
      readonly kind: 'cost';
      readonly high: number;
      readonly ceiling: number;
      readonly count: number;
      readonly top: { readonly name: string; readonly high: number; readonly cold: boolean };
    };

/** How a message goes, and how it goes after all once something was asked. */
export interface Way {
  readonly orAsk: () => Promise<Obstacle | null>;
  /** Whatever it costs. */
  readonly anyway: () => Promise<Obstacle | null>;
  /** To those alone who can take the message. */
  readonly without: (ids: readonly string[]) => Promise<Obstacle | null>;
}

export const FROM_THE_BOX: Way = {
  orAsk: () => sendOrAsk(),
  anyway: () => send().then(() => null),
  without: (ids) => sendWithout(ids),
};

/**
 * Send what stands in the box at this moment, unless something should be asked first: what is asked is the answer, and
 * the message stands in the box again. Null when nothing is asked.
 */
async function sendOrAsk(): Promise<Obstacle | null> {
  const last = preview.getState();
  const errand = take();
  if (errand === null) return null;
  const { conversationId, draft } = errand;
  let foreseen = errand.foreseen;
  try {
    foreseen ??= await foresee(conversationId, draft);
  } catch (error) {
    giveBack(errand);
    throw error;
  }
  const known = foreseen ?? (last.conversationId === conversationId ? last.latest : null);
  const obstacle = findObstacle(known, workspace.getState().ceiling);
  if (obstacle === null) await deliver({ ...errand, foreseen });
  else giveBack(errand);
  return obstacle;
}

/** Ask only those who can take the message. The ceiling is looked at again. */
function sendWithout(ids: readonly string[]): Promise<Obstacle | null> {
  const asked = preview.getState().latest?.advisors.map((each) => each.advisor_id) ?? [];
  changeDraft(conversation.getState().id, { advisorIds: asked.filter((id) => !ids.includes(id)) });
  return sendOrAsk();
}

export function findObstacle(latest: Preview | null, ceiling: number): Obstacle | null {
  if (latest === null) return null;
  const voices = latest.advisors.flatMap(readTooLarge);
  if (voices.length > 0) return { kind: 'large', voices, everybody: voices.length === latest.advisors.length };
  const { high } = forecastOf(latest.advisors);
  const [top] = latest.advisors.toSorted((a, b) => forecastOne(b).high - forecastOne(a).high);
  if (ceiling <= 0 || high <= ceiling || top === undefined) return null;
  // Where the longest answer costs more than the prompt, a warm cache would not help.
  const cold = (top.cost.cached_tokens ?? 0) === 0 && (top.cost.cold ?? 0) >= (top.cost.output ?? 0);
  return {
    kind: 'cost',
    high,
    ceiling,
    count: latest.advisors.length,
    top: { name: top.name, high: forecastOne(top).high, cold },
  };
}

export function forecastOf(advisors: readonly AdvisorPreview[]): Forecast {
  const each = advisors.map(forecastOne);
  return {
    low: each.reduce((sum, one) => sum + one.low, 0),
    high: each.reduce((sum, one) => sum + one.high, 0),
    unknown: each.filter((one) => one.unknown > 0).length,
    free: each.length > 0 && each.every((one) => one.free),
  };
}

export function forecastOne({ provider, cost }: AdvisorPreview): Forecast {
  if (provider === 'scripted') return { low: 0, high: 0, unknown: 0, free: true };
  const { cold, warm, output } = cost;
  if (cold === null || cold === undefined) return { low: 0, high: 0, unknown: 1, free: false };
  return { low: warm ?? cold, high: cold + (output ?? 0), unknown: 0, free: false };
}

function readTooLarge({ advisor_id, name, problem }: AdvisorPreview): TooLarge[] {
  if (problem?.code !== 'user_prompt_too_large') return [];
  const facts = problem.facts as { tokens?: number; limit?: number };
  return [{ id: advisor_id, name, tokens: facts.tokens ?? 0, limit: facts.limit ?? 0 }];
}

/** Whether the preview on the screen was made for exactly this draft. */
export function isCurrent(): boolean {
  const { id, view } = conversation.getState();
  const { madeFor, conversationId } = preview.getState();
  return conversationId === id && madeFor?.startsWith(fingerprint(draftOf(id), view?.seq ?? 0)) === true;
}
