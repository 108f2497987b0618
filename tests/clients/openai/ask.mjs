// The panel asked with npm `openai` and with the AI SDK; prints what they saw as JSON.
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

console.log(JSON.stringify(saw));
