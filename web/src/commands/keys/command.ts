/** What a command is: something a person can do, by a key, from the palette, or both. */
import type words from '../../locales/en/keys.json';
import type { Mode } from '../../model/screen';

export type CommandId = keyof (typeof words)['title'];
export type Group = keyof (typeof words)['group'];

export interface Command {
  readonly id: CommandId;
  readonly group: Group;
  /** The modes in which its keys act. */
  readonly modes: readonly Mode[];
  /** The keys it has unless the person chose others; the first is the one that is shown. */
  readonly keys: readonly string[];
  readonly run: () => void;
  /** When false, the key is left to the browser and the palette does not offer it. */
  readonly isEnabled?: () => boolean;
  /** Acts again while the key is held down. */
  readonly repeats?: boolean;
  /** Acts on every page, not only beside a conversation. */
  readonly everywhere?: boolean;
  /** Makes no sense in a list that is chosen from. */
  readonly keysOnly?: boolean;
}

/** A key that belongs to the place it is pressed in, told for completeness: it cannot be changed. */
export interface FixedKey {
  readonly id: keyof (typeof words)['fixed'];
  readonly mode: Mode;
  readonly keys: readonly string[];
}

export const ALL: readonly Mode[] = ['input', 'view', 'command'];
export const VIEW: readonly Mode[] = ['view'];
