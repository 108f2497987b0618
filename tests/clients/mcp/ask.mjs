// Asks a panel with the client others ship: `node ask.mjs <address> <era>`; prints what it saw as JSON.
//
// `2025` is the package of the first era, `2026` the one of the second, held to it.
const [address, era] = process.argv.slice(2);
const isOld = era === '2025';
const { Client, StreamableHTTPClientTransport } = isOld
  ? {
      ...(await import('@modelcontextprotocol/sdk/client/index.js')),
      ...(await import('@modelcontextprotocol/sdk/client/streamableHttp.js')),
    }
  : await import('@modelcontextprotocol/client');

const options = isOld ? {} : { versionNegotiation: { mode: { pin: '2026-07-28' } } };
const client = new Client({ name: 'a program', version: '1' }, options);
await client.connect(new StreamableHTTPClientTransport(new URL(address)));

const call = (name, args, more) =>
  isOld
    ? client.callTool({ name, arguments: args }, undefined, more)
    : client.callTool({ name, arguments: args }, more);
const told = [];
const saw = { tools: (await client.listTools()).tools.map((each) => each.name) };

saw.asked = await call(
  'ask_panel',
  { question: 'Should I go?', wait_seconds: 60 },
  { onprogress: (each) => told.push(each), timeout: 90_000 },
);
saw.told = told;
saw.refused = await call('ask_panel', { question: 'Should I go?', panel: 'nobody' });
saw.begun = await call('ask_panel', { question: 'Wait for it.', wait_seconds: 0 });
saw.resumed = await call('get_answers', { turn_id: saw.begun.structuredContent.turn_id, wait_seconds: 60 });

// A person presses Stop in the program: the waiting ends, the answers come all the same.
const stop = new AbortController();
const conversation_id = saw.asked.structuredContent.conversation_id;
const waiting = call('ask_panel', { question: 'And then?', conversation_id, wait_seconds: 60 }, { signal: stop.signal });
const ended = waiting.then(
  () => 'it was answered before it could be stopped',
  (error) => error.constructor.name,
);
const readUntil = async (isThere) => {
  for (;;) {
    const read = await client.readResource({ uri: `antiphon://conversations/${conversation_id}` });
    if (isThere(read.contents[0].text)) return read.contents[0].text;
    await new Promise((go) => setTimeout(go, 300));
  }
};
await readUntil((text) => text.includes('And then?'));
stop.abort();
saw.cancelled = await ended;
saw.kept = await readUntil((text) => !/\[(waiting|sending|streaming)\]/.test(text));
await client.close();
console.log(JSON.stringify(saw));
