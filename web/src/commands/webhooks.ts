/** Addresses that are told what has ended, and what became of each message. */
import { createStore } from 'zustand/vanilla';
import type { DeliveryAnswer, NewWebhook, WebhookAnswer } from '../protocol/generated/answers';
import { ask } from '../protocol/request';
import { attempt } from './refused';

export type Webhook = WebhookAnswer;
export type Delivery = DeliveryAnswer;
export type Wanted = NewWebhook;
export type WebhookEvent = Webhook['events'][number];
export type WebhookShape = Webhook['shape'];

/** What can be told, as `conversation/webhook.py` names it. */
export const EVENTS: readonly WebhookEvent[] = [
  'turn.completed',
  'turn.failed',
  'reply.settled',
  'synthesis.completed',
  'map.completed',
  'approval.requested',
  'beat.spoke',
  'decision.review_due',
  'import.completed',
  'export.completed',
  'eval.completed',
];
export const SHAPES: readonly WebhookShape[] = ['standard', 'slack', 'discord', 'mattermost', 'ntfy', 'gotify'];

interface Webhooks {
  /** Null until they were read. */
  readonly items: readonly Webhook[] | null;
  /** The secret that was made last, as long as the page shows it. */
  readonly told: string | null;
  /** What one of them was told, by its id, for those that somebody looks at. */
  readonly deliveries: Readonly<Record<string, readonly Delivery[]>>;
}

export const webhooks = createStore<Webhooks>(() => ({ items: null, told: null, deliveries: {} }));

export async function loadWebhooks(): Promise<void> {
  const { items } = await ask('GET /v1/webhooks');
  webhooks.setState({ items });
}

export async function createWebhook(wanted: Wanted): Promise<void> {
  const { signs_with: told } = await ask('POST /v1/webhooks', { body: wanted });
  webhooks.setState({ told });
  await loadWebhooks();
}

export async function switchWebhook({ id, enabled }: Webhook): Promise<void> {
  await attempt(async () => {
    await ask('PATCH /v1/webhooks/{webhook_id}', { path: { webhook_id: id }, body: { enabled: !enabled } });
    await loadWebhooks();
  });
}

export async function replaceSecret({ id }: Webhook): Promise<void> {
  await attempt(async () => {
    const { signs_with: told } = await ask('POST /v1/webhooks/{webhook_id}/secret', { path: { webhook_id: id } });
    webhooks.setState({ told });
    await loadWebhooks();
  });
}

export async function removeWebhook({ id }: Webhook): Promise<void> {
  await attempt(async () => {
    await ask('DELETE /v1/webhooks/{webhook_id}', { path: { webhook_id: id } });
    await loadWebhooks();
  });
}

/** What it was told, and what that has made of it: one that fails may have been switched off. */
export async function loadDeliveries({ id }: Webhook): Promise<void> {
  const { items } = await ask('GET /v1/webhooks/{webhook_id}/deliveries', { path: { webhook_id: id } });
  webhooks.setState(({ deliveries }) => ({ deliveries: { ...deliveries, [id]: items } }));
  await loadWebhooks();
}

/** Send a test message; what became of it stands among the others. */
export async function pingWebhook(webhook: Webhook): Promise<void> {
  await attempt(async () => {
    await ask('POST /v1/webhooks/{webhook_id}/ping', { path: { webhook_id: webhook.id } });
    await loadDeliveries(webhook);
  });
}

export async function sendAgain(webhook: Webhook, delivery: Delivery): Promise<void> {
  await attempt(async () => {
    const path = { webhook_id: webhook.id, delivery_id: delivery.id };
    await ask('POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/send', { path });
    await loadDeliveries(webhook);
  });
}
