import { expect, test } from 'vitest';
import { toldOf } from './toolWire';
import { cutMessages, readWire } from './wire';

const SIZES = [
  { role: 'user', chars: 4 },
  { role: 'assistant', chars: 0 },
  { role: 'tool', chars: 4 },
  { role: 'tool', chars: 3 },
  { role: 'assistant', chars: 5 },
];
const WORDS = ['Look', '', 'milk', 'tea', 'Done.'];

test('calls and results are found on all three wires', () => {
  const call = { id: 'c', type: 'function', function: { name: 'list', arguments: '{"a":1}' } };
  const chat = readWire(
    JSON.stringify({
      messages: [
        { role: 'user', content: 'Look' },
        { role: 'assistant', content: '', tool_calls: [call, call] },
        { role: 'tool', tool_call_id: 'c', content: 'milk' },
        { role: 'tool', tool_call_id: 'd', content: 'tea' },
        { role: 'assistant', content: 'Done.' },
      ],
    }),
  );
  const result = (text: string) => ({ type: 'tool_result', tool_use_id: 'c', content: [{ type: 'text', text }] });
  const anthropic = readWire(
    JSON.stringify({
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Look' }] },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'list', input: { a: 1 } }] },
        { role: 'user', content: [result('milk'), result('tea')] },
        { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
      ],
    }),
  );
  const answered = (text: string) => ({ functionResponse: { name: 'list', response: { return_value: text } } });
  const google = readWire(
    JSON.stringify({
      contents: [
        { role: 'user', parts: [{ text: 'Look' }] },
        { role: 'model', parts: [{ functionCall: { name: 'list', args: { a: 1 } } }] },
        { role: 'user', parts: [answered('milk'), answered('tea')] },
        { role: 'model', parts: [{ text: 'Done.' }] },
      ],
    }),
  );

  for (const wire of [chat, anthropic, google]) {
    expect(wire?.messages[1]?.calls?.[0]).toEqual({ name: 'list', arguments: '{"a":1}' });
    expect(cutMessages(wire?.messages ?? [], SIZES)).toEqual(WORDS);
  }
});

test('what is told about tools is counted on all three wires; a request without tools tells nothing', () => {
  const chat = { tools: [{ type: 'function', function: { name: 'list' } }] };
  const google = { tools: [{ functionDeclarations: [{ name: 'list' }, { name: 'add' }] }] };

  expect(toldOf(chat, 40)).toMatchObject({ count: 1, tokens: 40 });
  expect(toldOf({ tools: [{ name: 'list', input_schema: {} }] }, 40)?.count).toBe(1);
  expect(toldOf(google, 40)?.count).toBe(2);
  expect(toldOf({ model: 'm' }, 0)).toBeNull();
  expect(toldOf(undefined, 0)).toBeNull();
});
