import { useEffect, useState } from 'react';
import type { Reply } from '../../protocol/events';
import { formatSeconds } from '../parts/format';

// When an answer was first seen here: one that is asked again has no moment of its own on the wire.
const seen = new Map<string, number>();

function startOf(reply: Reply, askedAt: number): number {
  if (reply.variant === 0 && reply.epoch <= 1) return askedAt;
  const known = seen.get(reply.id) ?? Date.now();
  seen.set(reply.id, known);
  return known;
}

/** How long an answer has taken so far. It ticks by itself, so that its card need not. */
export function Elapsed({ reply, askedAt }: { reply: Reply; askedAt: number }) {
  const since = startOf(reply, askedAt);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <span className="num sp">{formatSeconds(Math.max(0, Math.round((now - since) / 1000)))}</span>;
}
