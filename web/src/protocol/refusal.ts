import type { Problem } from './generated/answers';

/** What the server refused, with its code, sentence and facts. `offline` when it could not be reached at all. */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  readonly facts: Readonly<Record<string, unknown>>;
  /** Under which the server's log knows the request. */
  readonly requestId: string | null;

  constructor(
    code: string,
    message: string,
    status = 0,
    facts: Readonly<Record<string, unknown>> = {},
    requestId: string | null = null,
  ) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.status = status;
    this.facts = facts;
    this.requestId = requestId;
  }
}

/** What a status and the problem (RFC 9457) behind it say. A body that cannot be read is a refusal too. */
export function readRefusal(status: number, body: unknown, requestId: string | null = null): Refusal {
  const { code, detail, facts } = (body ?? {}) as Partial<Problem>;
  if (code === undefined || detail === undefined) {
    return new Refusal('unreadable', `The server answered ${status} and nothing readable.`, status, {}, requestId);
  }
  return new Refusal(code, detail, status, facts, requestId);
}
