/** A program elsewhere is told what has ended: added, tried, seen to arrive, switched off, taken away. */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { picture } from './desk';
import { expect, test } from './fixtures';
import { House } from './house';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A program that listens, and answers with the status it is given. */
async function listen(answer: { status: number }) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece) => pieces.push(piece));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(pieces).toString() });
      response.writeHead(answer.status).end();
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/told`,
    close: () => server.close(),
  };
}

test('a webhook is added, its secret shown once, and what it is told can be seen and checked', async ({ page }) => {
  const answer = { status: 204 };
  const receiver = await listen(answer);
  const house = new House({ ANTIPHON_ALLOW_PRIVATE_WEBHOOKS: 'true' });
  await house.start();
  await page.goto(`${house.url}/settings`);
  const part = page.getByRole('region', { name: 'Webhooks' });
  await expect(part.getByText('No address is told anything yet.')).toBeVisible();

  await part.getByRole('button', { name: 'Add a webhook' }).click();
  await part.getByLabel('Address').fill('ftp://nowhere');
  await part.getByRole('button', { name: 'Add it' }).click();
  await expect(part.getByRole('alert')).toBeVisible();
  await part.getByLabel('Address').fill(receiver.url);
  await part.getByText('A map was drawn').click();
  await part.scrollIntoViewIfNeeded();
  await picture(page, 'webhooks-form');
  await part.getByRole('button', { name: 'Add it' }).click();
  const secret = await part.getByLabel('The secret it signs with').inputValue();
  expect(secret).toMatch(/^whsec_/);
  await part.getByRole('button', { name: 'Done' }).click();
  await expect(part.getByText(secret)).toHaveCount(0);

  const row = part.getByRole('listitem').filter({ hasText: receiver.url });
  await row.getByRole('button', { name: 'Send a test' }).click();
  await expect(row.getByText(/arrived/)).toBeVisible();
  const [first] = receiver.received;
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signed } = first?.headers ?? {};
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${at}.${first?.body}`).digest('base64');
  expect(signed).toBe(`v1,${expected}`);

  answer.status = 410;
  await row.getByRole('button', { name: /^Send ping again$/ }).click();
  await expect(row.getByText('answered 410')).toBeVisible();
  await expect(row.getByText('switched off: the receiver says it is gone for good')).toBeVisible();
  await picture(page, 'webhooks-told');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await row.scrollIntoViewIfNeeded();
  await picture(page, 'webhooks-told-phone');
  await row.getByRole('button', { name: 'Remove' }).click();
  await row.getByRole('group').getByRole('button', { name: 'Remove' }).click();
  await expect(part.getByText('No address is told anything yet.')).toBeVisible();
  await house.stop();
  receiver.close();
});
