// The panel asked with npm `openai` and with the AI SDK; prints what they saw as JSON.
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, streamText } from 'ai';
import OpenAI from 'openai';

const baseURL = process.argv[2];
const model = 'antiphon/panel/starter';
const ask = (content) => [{ role: 'user', content }];
const openai = new OpenAI({ baseURL, apiKey: 'local', maxRetries: 0 });
const saw = {};

saw.listed = [];
for await (const each of openai.models.list()) saw.listed.push(each.id);
saw.retrieved = (await openai.models.retrieve(model)).id;

const whole = await openai.chat.completions.create({ model, messages: ask('Whole?') });
saw.whole = whole.choices[0].message.content;
const helped = openai.chat.completions.stream({ model, messages: ask('Helped?') });
saw.helped = (await helped.finalChatCompletion()).choices[0].message.content;
const choices = openai.chat.completions.stream({ model, messages: ask('Each?'), n: 5 });
saw.choices = (await choices.finalChatCompletion()).choices.map((each) => each.message.content);
saw.refused = await openai.chat.completions.create({ model: 'antiphon/panel/none', messages: ask('Who?') }).then(
  () => 'answered',
  (error) => `${error.status} ${error.code}`,
);

const going = await openai.chat.completions.create({ model, messages: ask('Stopped?'), stream: true });
for await (const chunk of going) {
  saw.stopped = chunk.id.replace('chatcmpl-', '');
  if (chunk.choices[0]?.delta.content) break;
}
going.controller.abort();

const antiphon = createOpenAICompatible({ name: 'antiphon', baseURL, apiKey: 'local' });
const generated = await generateText({ model: antiphon(model), prompt: 'Generated?', maxRetries: 0 });
saw.generated = generated.text;
saw.finish = generated.finishReason;
saw.streamed = '';
for await (const piece of streamText({ model: antiphon(model), prompt: 'Streamed?', maxRetries: 0 }).textStream)
  saw.streamed += piece;
saw.failed = await generateText({ model: antiphon('antiphon/panel/none'), prompt: 'Who?', maxRetries: 0 }).then(
  () => 'answered',
  (error) => error.message,
);

const response = await openai.responses.create({ model, input: 'Response?', metadata: { case: '7' } });
saw.response = response.output_text;
saw.items = response.output.map((each) => each.antiphon.advisor_id);
saw.metadata = response.metadata;
const helping = openai.responses.stream({ model, input: 'Helped response?' });
saw.helpedResponse = (await helping.finalResponse()).output_text;
const numbers = [];
saw.events = '';
const name = { id: '' };
for await (const event of await openai.responses.create({ model, input: 'Events?', stream: true })) {
  numbers.push(event.sequence_number);
  if (event.type === 'response.created') name.id = event.response.id;
  if (event.type === 'response.output_text.delta') saw.events += event.delta;
}
saw.resumed = [];
for (const number of numbers.filter((_, place) => place % 7 === 0)) {
  let rest = '';
  for await (const event of await openai.responses.retrieve(name.id, { stream: true, starting_after: number }))
    if (event.type === 'response.output_text.delta') rest += event.delta;
  saw.resumed.push(saw.events.endsWith(rest));
}
const next = await openai.responses.create({ model, input: 'Next?', previous_response_id: response.id });
saw.sameConversation = next.conversation.id === response.conversation.id;

const responses = createOpenAI({ baseURL, apiKey: 'local' });
saw.generatedResponse = (await generateText({ model: responses(model), prompt: 'Generated response?', maxRetries: 0 })).text;
saw.streamedResponse = '';
for await (const piece of streamText({ model: responses(model), prompt: 'Streamed response?', maxRetries: 0 }).textStream)
  saw.streamedResponse += piece;

console.log(JSON.stringify(saw));
