/** Which model each voice would get, and what a question to all of them would cost. */
import type { ModelOfferAnswer, TestedAnswer } from '../protocol/generated/answers';

export type Preset = 'different' | 'same' | 'cheapest';

// Whoever lets so many models be refused has another trouble than the choice of models.
const MOST_REPLACED = 5;

/** The presets that make a difference here. */
export function presetsOf({ spread, cheapest }: TestedAnswer): readonly Preset[] {
  if (spread.length < 2) return [];
  return cheapest.length > 1 ? ['different', 'same', 'cheapest'] : ['different', 'same'];
}

/** A model for each of so many voices. Those that stayed silent are passed over, as long as they are few. */
export function propose(tested: TestedAnswer, preset: Preset, count: number, silent: ReadonlySet<string>): string[] {
  const order = { different: tested.spread, same: [tested.model], cheapest: tested.cheapest }[preset];
  const answering = order.filter((model) => !silent.has(model));
  const models = answering.length > 0 && silent.size <= MOST_REPLACED ? answering : order;
  return Array.from({ length: count }, (_, seat) => models[seat % models.length] ?? tested.model);
}

export interface Price {
  /** Dollars for the voices whose price is known. */
  readonly dollars: number;
  /** How many voices nobody knows the price of. */
  readonly unknown: number;
}

export function priceOf(offers: readonly ModelOfferAnswer[], chosen: readonly string[]): Price {
  const costs = new Map(offers.map((each) => [each.name, each.question_cost]));
  const known = chosen.flatMap((model) => costs.get(model) ?? []);
  return { dollars: known.reduce((sum, cost) => sum + cost, 0), unknown: chosen.length - known.length };
}
