/** Everything the panes show about one payload, whether it was sent or would be. */
import type { AdvisorPreview } from '../../model/preview';
import type { Receipt } from '../../model/receipts';
import type { Reply } from '../../protocol/events';
import type { Block } from './blocks';
import type { Places } from './places';
import type { ShownQuote } from './Quotes';
import type { LeftOut, Trim } from './rows';
import type { Told } from './toolWire';

/** The way a payload is written on the screen. */
export type PayloadForm = 'canonical' | 'provider' | 'raw';

/** Whose payload it is, as far as a tab needs to know. */
export interface AdvisorLabel {
  readonly id: string;
  readonly name: string;
  readonly colour: string;
}

export interface ShownPayload {
  readonly voice: AdvisorLabel;
  readonly version: number | null;
  /** The turn it belongs to; null for a message that was not sent. */
  readonly turnId: string | null;
  readonly position: number | null;
  readonly blocks: readonly Block[];
  readonly trims: readonly Trim[];
  readonly leftOut: readonly LeftOut[];
  /** The voices in the reference block. */
  readonly quotes: readonly ShownQuote[];
  /** What it is told about tools, beside the messages. */
  readonly told: Told | null;
  readonly tokens: number;
  readonly sha256: string | null;
  readonly body: string | null;
  readonly size: number | null;
  readonly places: Places;
}

export interface SentPayload extends ShownPayload {
  readonly reply: Reply;
  readonly receipts: readonly Receipt[];
  /** The place of the shown attempt in the receipts. */
  readonly at: number;
}

export interface DraftPayload extends ShownPayload {
  readonly preview: AdvisorPreview;
}
