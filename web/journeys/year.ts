/** Decisions to look back on. */
import type { DecisionAnswer } from '../src/protocol/generated/answers';
import type { House } from './house';

export async function decide(house: House, turnId: string, more: object = {}): Promise<DecisionAnswer> {
  const said = {
    turn_id: turnId,
    options: ['Drop the free tier', 'Keep it'],
    choice: 'Drop the free tier',
    confidence: 70,
  };
  return house.ask<DecisionAnswer>('POST', '/v1/decisions', { ...said, ...more });
}

/** Thirteen decisions of somebody who is too sure, and advisors who stood for and against. */
export async function tellAYear(house: House, turnId: string): Promise<void> {
  const rows = [
    [95, 'wrong', 'for', 'against'],
    [90, 'right', 'for', 'for'],
    [90, 'wrong', 'for', 'against'],
    [85, 'wrong', 'for', 'against'],
    [85, 'right', 'for', 'against'],
    [80, 'mixed', 'for', 'open'],
    [80, 'wrong', 'against', 'for'],
    [75, 'right', 'for', 'for'],
    [70, 'wrong', 'for', 'against'],
    [70, 'right', 'against', 'for'],
    [60, 'wrong', 'for', 'for'],
    [40, 'wrong', 'open', 'for'],
    [65, 'unknown', 'for', 'for'],
  ] as const;
  for (const [confidence, outcome, builder, skeptic] of rows) {
    const { id } = await decide(house, turnId, { confidence, stances: { builder, skeptic, historian: 'for' } });
    await house.ask('PATCH', `/v1/decisions/${id}`, { outcome, outcome_text: 'It is known now.' });
  }
}
