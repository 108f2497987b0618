import { expect, it } from 'vitest';
import { Refusal } from '../protocol/request';
import { explain } from './refused';

it('says under which id a fault of the server stands in its log', () => {
  const fault = new Refusal('internal', 'something broke', 500, {}, 'r-42');

  expect(explain(fault)).toBe('Something broke. (request r-42 in the log)');
});

it('says nothing of it where the server only refused', () => {
  expect(explain(new Refusal('name_taken', 'there is one already', 409, {}, 'r-43'))).toBe('There is one already.');
});
