import type { PayloadForm } from '../payloads/shown';

/** What stays as it is while one goes from voice to voice. */
export interface Manner {
  readonly form: PayloadForm;
  readonly onForm: (form: PayloadForm) => void;
  /** What payloads are held against. */
  readonly against: string | null;
  readonly onAgainst: (name: string | null) => void;
}
