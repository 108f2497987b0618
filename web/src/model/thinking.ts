/** How much a model thinks before it answers. Forms hold it as text: a level, a number of tokens, or '' for no choice. */
export const LEVELS = ['off', 'low', 'medium', 'high'] as const;
export type Level = (typeof LEVELS)[number];
export type Thinking = Level | number;

/** What the server takes as a number of tokens. */
const LEAST = 1_024;
const MOST = 128_000;
/** Where a number begins when somebody wants to name one. */
export const FIRST_BUDGET = '8192';

export function editThinking(thinking: Thinking | null | undefined): string {
  return thinking == null ? '' : String(thinking);
}

export function readThinking(text: string): Thinking | null {
  const said = text.trim();
  if (said === '') return null;
  return isLevel(said) ? said : Number(said);
}

export function isLevel(text: string): text is Level {
  return (LEVELS as readonly string[]).includes(text);
}

export function isWrongThinking(text: string): boolean {
  const thinking = readThinking(text);
  return typeof thinking === 'number' && !(Number.isInteger(thinking) && thinking >= LEAST && thinking <= MOST);
}
