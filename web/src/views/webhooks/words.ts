import type { WebhookEvent } from '../../commands/webhooks';

type Named<Event> = Event extends `${infer Noun}.${infer Deed}` ? `webhooks.event.${Noun}_${Deed}` : never;

/** The words for an event: names of events have a dot, keys of words have a path. */
export function nameEvent(event: WebhookEvent): Named<WebhookEvent> {
  return `webhooks.event.${event.replace('.', '_')}` as Named<WebhookEvent>;
}
