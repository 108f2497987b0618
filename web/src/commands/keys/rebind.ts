/** Other keys for commands, kept in this browser. */
import { prefer, preferences } from '../../model/preferences';
import { keysOf } from '../keymap';
import { COMMANDS, type Command } from '../registry';

export function isRebound(command: Command): boolean {
  return command.id in preferences.getState().keys;
}

/** Let the command have exactly these keys; an empty list means none. */
export function bindKeys(command: Command, keys: readonly string[]): void {
  prefer({ keys: { ...preferences.getState().keys, [command.id]: keys } });
}

/** Give the command this key, beside those it has or in their place, and take it from the others. */
export function giveKey(
  command: Command,
  key: string,
  { beside, from }: { beside: boolean; from: readonly Command[] },
) {
  for (const other of from) {
    bindKeys(
      other,
      keysOf(other).filter((each) => each !== key),
    );
  }
  bindKeys(command, beside ? [...keysOf(command), key] : [key]);
}

export function resetKeys(command: Command): void {
  const { [command.id]: _gone, ...keys } = preferences.getState().keys;
  prefer({ keys });
}

export function resetAllKeys(): void {
  prefer({ keys: {} });
}

/** How many commands have other keys than they came with; ids nobody knows any more do not count. */
export function countRebound(): number {
  return COMMANDS.filter(isRebound).length;
}
