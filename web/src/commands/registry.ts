/** Everything a person can do by key or from the palette: one list. Titles are in `keys.json`, under the same ids. */
import { GLOBAL, MODES } from './keys/anywhere';
import type { Command } from './keys/command';
import { ANSWERS, MARKS, MOVES } from './keys/inView';

export { FIXED } from './keys/anywhere';
export type { Command, CommandId, FixedKey, Group } from './keys/command';

export const COMMANDS: readonly Command[] = [...MODES, ...GLOBAL, ...MOVES, ...MARKS, ...ANSWERS];

export function isAvailable(command: Command): boolean {
  return command.isEnabled?.() ?? true;
}
