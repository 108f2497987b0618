/** What a company runs: two nodes on PostgreSQL and Redis behind nginx with TLS, and its own OpenID provider. */
import { createHash, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Beside } from './beside';
import { freePort } from './house';
import { Team, writeKey } from './team';

export const TITLE = 'The company';
/** A name that browsers and programs find without being told where. */
const NAME = 'localhost';
const SECRET = 'a secret: of two';

export class Company {
  readonly nodes: Team[] = [];
  address = '';
  /** What speaks for nginx. */
  certificate = '';
  readonly #folder = mkdtempSync(join(tmpdir(), 'antiphon-company-'));
  #beside: { stores: Beside; proxy: Beside; identity: Beside } | null = null;

  /** The node whose link for the first owner counts. */
  get last(): Team {
    const node = this.nodes.at(-1);
    if (node === undefined) throw new Error('nothing runs yet');
    return node;
  }

  /** What a browser is told of its certificate, to trust this one and no other. */
  get fingerprint(): string {
    const { publicKey } = new X509Certificate(readFileSync(this.certificate));
    return createHash('sha256')
      .update(publicKey.export({ type: 'spki', format: 'der' }))
      .digest('base64');
  }

  async start(): Promise<void> {
    const [port, issuerPort, ...ports] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
    this.address = `https://${NAME}:${port}`;
    const stores = await Beside.module('tests.fakes.servers');
    const proxy = await Beside.module('tests.fakes.proxy', NAME, String(port), ...ports.map(String));
    this.certificate = proxy.said;
    const identity = await this.#runIdentity(issuerPort);
    this.#beside = { stores, proxy, identity };
    for (const each of ports) await this.#startNode(each, `http://127.0.0.1:${issuerPort}`, stores.said);
  }

  async stop(): Promise<void> {
    for (const node of this.nodes) await node.stop();
    await this.#beside?.identity.kill();
    await this.#beside?.proxy.stop();
    await this.#beside?.stores.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #runIdentity(port: number): Promise<Beside> {
    const callback = `${this.address}/v1/auth/oidc/company/callback`;
    const notices = `${this.address}/v1/auth/oidc/company/back-channel`;
    const words = ['tests/identity/provider/op.mjs', String(port), callback, notices, `${this.address}/sign-in`];
    return Beside.script(words, { NODE_EXTRA_CA_CERTS: this.certificate });
  }

  async #startNode(port: number, issuer: string, stores: string): Promise<void> {
    const [database = '', redis = ''] = stores.split(' ');
    const secret = join(this.#folder, 'client-secret');
    writeFileSync(secret, SECRET);
    const node = new Team({
      ANTIPHON_PUBLIC_URL: this.address,
      ANTIPHON_TRUSTED_PROXIES: '127.0.0.1',
      ANTIPHON_KEY_FILE: this.nodes[0]?.environment.ANTIPHON_KEY_FILE ?? writeKey(this.#folder),
      ANTIPHON_DATABASE_URL: database,
      ANTIPHON_REDIS_URL: redis,
      // A slow machine takes longer for a journey than somebody who has signed in is believed.
      ANTIPHON_STEP_UP_MINUTES: '60',
      ANTIPHON_OIDC__COMPANY__ISSUER: issuer,
      ANTIPHON_OIDC__COMPANY__CLIENT_ID: 'antiphon',
      ANTIPHON_OIDC__COMPANY__CLIENT_SECRET_FILE: secret,
      ANTIPHON_OIDC__COMPANY__TITLE: TITLE,
      ANTIPHON_OIDC__COMPANY__CREATE_PEOPLE: 'true',
    });
    node.port = port;
    this.nodes.push(node);
    await node.start();
  }
}

/** On the pages of the provider: say who one is, and agree to what is asked. */
export async function proveThere(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('x');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await agreeThere(page);
}

/** The provider asks once for each client; whoever has agreed goes on by themselves. */
async function agreeThere(page: Page): Promise<void> {
  const agree = page.getByRole('button', { name: 'Continue', exact: true });
  const back = page.waitForURL(/^https:/).then(() => false);
  const asks = agree.waitFor().then(() => true);
  if (await Promise.race([back, asks])) await agree.click();
  asks.catch(() => {});
  await back;
}
