import { expect, it } from 'vitest';
import { formatUntil } from './until';

it('a question that waits until tomorrow says the day', () => {
  const now = new Date(2026, 10, 15, 14, 45);

  expect(formatUntil(new Date(2026, 10, 15, 15, 0).toISOString(), now)).not.toContain('2026');
  expect(formatUntil(new Date(2026, 10, 16, 14, 45).toISOString(), now)).toContain('16');
});
