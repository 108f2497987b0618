// Runs agents as a screen does that is made with the protocol's own package: node ask.mjs URL PACKAGE
const [, , url, name] = process.argv;
const { HttpAgent } = await import(name);
const saw = {};

async function run(agent, more = {}) {
  const seen = { events: [], error: null, pending: [] };
  await agent
    .runAgent(more, {
      onEvent: ({ event }) => void seen.events.push(event.type),
      onRunErrorEvent: ({ event }) => void (seen.error = event.code),
      onRunFinishedEvent: ({ event }) => void (seen.outcome = event.outcome),
    })
    .catch((error) => void (seen.thrown = String(error.message)));
  return seen;
}

const words = (agent) =>
  agent.messages.filter((each) => each.role === "assistant" && each.content).map((each) => each.content);
const question = (id, content) => ({ id, role: "user", content });

const panel = new HttpAgent({ url: `${url}/panels/starter`, threadId: "panel" });
panel.addMessage(question("u1", "Shall we?"));
saw.panel = await run(panel);
saw.words = words(panel);
saw.names = panel.messages.filter((each) => each.role === "assistant").map((each) => each.name);

panel.addMessage(question("u2", "And then?"));
saw.second = await run(panel);
saw.secondWords = words(panel).slice(saw.words.length);

const one = new HttpAgent({ url: `${url}/advisors/skeptic`, threadId: "leave" });
one.addMessage(question("u3", "Please note it."));
saw.asked = await run(one);
const [interrupt] = saw.asked.outcome.interrupts;
const resume = [{ interruptId: interrupt.id, status: "resolved", payload: { approved: true } }];
saw.allowed = await run(one, { resume });
saw.noted = words(one);
saw.results = one.messages.filter((each) => each.role === "tool").map((each) => each.content);

const nobody = new HttpAgent({ url: `${url}/panels/nobody`, threadId: "nobody" });
nobody.addMessage(question("u4", "Anybody?"));
saw.refused = await run(nobody);

const failing = new HttpAgent({ url: `${url}/advisors/builder`, threadId: "failing" });
failing.addMessage(question("u5", "Shall we?"));
saw.failing = await run(failing);

const left = new HttpAgent({ url: `${url}/advisors/builder`, threadId: "left" });
left.addMessage(question("u6", "Shall we?"));
left.runAgent({ forwardedProps: { antiphon: { on_disconnect: "cancel" } } }, {
  onCustomEvent: ({ event }) => void (saw.left = event.value.turn_id ?? saw.left),
  onTextMessageContentEvent: () => left.abortRun(),
}).catch(() => undefined);
while (!saw.left || left.messages.length < 2) await new Promise((done) => setTimeout(done, 50));
await new Promise((done) => setTimeout(done, 300));

console.log(JSON.stringify(saw));
process.exit(0);
