import { waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { closeConversation } from '../model/conversation';
import { preview } from '../model/preview';
import { addProvider } from './connections';

afterEach(() => vi.unstubAllGlobals());

it('what the first message would take is asked again once a provider is connected, before any conversation', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    asked.push(`${init.method} ${address}`);
    const isPreview = address.endsWith('/v1/preview');
    const answer = isPreview
      ? { included: 1, advisors: [] }
      : { name: 'mine', models: [], settings: [], providers: [], items: [] };
    return Promise.resolve(new Response(JSON.stringify(answer), { status: 200 }));
  });
  closeConversation();
  preview.setState({ conversationId: null, latest: { included: 0, advisors: [] } as never, madeFor: 'the rehearsal' });

  await addProvider({ name: 'mine', base_url: 'http://127.0.0.1:9911/v1', key: null }, 'voice', {});

  await waitFor(() => expect(preview.getState().latest?.included).toBe(1));
  expect(asked.some((each) => each.startsWith('PUT') && each.endsWith('/v1/providers/mine'))).toBe(true);
});
