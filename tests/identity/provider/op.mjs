// A real OpenID provider for tests: `node op.mjs PORT CALLBACK BACK_CHANNEL AFTER`. It prints READY when it listens.
import { createRequire } from "node:module";
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";

const here = createRequire(new URL("../../../web/package.json", import.meta.url));
const { Provider } = await import(pathToFileURL(here.resolve("oidc-provider")).href);
const [port, callback, backChannel, after] = process.argv.slice(2);

// By login: the groups of a person may be changed while it runs, with POST /_groups/LOGIN?a,b
const people = {
  ada: { name: "Ada", email: "ada@example.org", email_verified: true, groups: ["staff", "chiefs"] },
  bob: { name: "Bob", email: "bob@example.org", email_verified: true, groups: ["staff"] },
};

const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [
    {
      client_id: "antiphon",
      client_secret: "a secret: of two",
      redirect_uris: [callback],
      post_logout_redirect_uris: [after],
      backchannel_logout_uri: backChannel,
      backchannel_logout_session_required: true,
      grant_types: ["authorization_code"],
      response_types: ["code"],
    },
  ],
  claims: { openid: ["sub", "sid", "groups"], email: ["email", "email_verified"], profile: ["name"] },
  conformIdTokenClaims: false,
  pkce: { required: () => true },
  cookies: { keys: ["one of this test"] },
  features: {
    devInteractions: { enabled: true },
    backchannelLogout: { enabled: true },
    rpInitiatedLogout: { enabled: true },
  },
  // It would tell nobody on this machine of a sign-out: its dispatcher refuses such addresses.
  fetch: (url, { dispatcher, ...options }) => fetch(url, options),
  findAccount: (_, login) => ({ accountId: login, claims: () => ({ sub: login, ...people[login] }) }),
});

const answer = provider.callback();
createServer((request, response) => {
  const told = /^\/_groups\/(\w+)\?(.*)$/.exec(request.url);
  if (!told) return answer(request, response);
  people[told[1]].groups = told[2].split(",").filter(Boolean);
  response.end();
}).listen(Number(port), "127.0.0.1", () => console.log("READY"));
