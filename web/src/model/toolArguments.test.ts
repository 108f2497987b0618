import { describe, expect, it } from 'vitest';
import { readArguments } from './toolArguments';

const SCHEMA = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    times: { type: 'integer' },
    tone: { enum: ['calm', 'loud'] },
    where: { type: 'object', properties: { room: { type: ['string', 'null'] } }, required: ['room'] },
  },
  required: ['text'],
  additionalProperties: false,
};

describe('arguments a person writes', () => {
  it('are read when they fit', () => {
    expect(readArguments('{"text": "x", "times": 2, "where": {"room": null}}', SCHEMA)).toEqual({
      value: { text: 'x', times: 2, where: { room: null } },
      problem: null,
    });
    expect(readArguments('{"anything": 1}', null).problem).toBeNull();
  });

  it.each([
    ['{"text": ', { kind: 'json' }],
    ['[1]', { kind: 'object' }],
    ['"words"', { kind: 'object' }],
    ['{}', { kind: 'missing', name: 'text' }],
    ['{"text": 5}', { kind: 'type', name: 'text', wanted: 'string' }],
    ['{"text": "x", "times": 1.5}', { kind: 'type', name: 'times', wanted: 'integer' }],
    ['{"text": "x", "tone": "shrill"}', { kind: 'choice', name: 'tone', wanted: 'calm, loud' }],
    ['{"text": "x", "colour": "red"}', { kind: 'unknown', name: 'colour' }],
    ['{"text": "x", "where": {}}', { kind: 'missing', name: 'where.room' }],
    ['{"text": "x", "where": {"room": 1}}', { kind: 'type', name: 'where.room', wanted: 'string | null' }],
  ])('%s says what is wrong with it first', (text, problem) => {
    expect(readArguments(text, SCHEMA)).toEqual({ value: null, problem });
  });
});
