/** Keys that oneself or the workspace brings for the providers there are. */
import { createStore } from 'zustand/vanilla';
import type { OwnKeysAnswer } from '../protocol/generated/answers';
import { ask } from '../protocol/request';
import { attempt } from './refused';

export type KeyOwner = 'person' | 'workspace';
export type OwnKey = OwnKeysAnswer['items'][number];

export const ownKeys = createStore<Readonly<Record<KeyOwner, OwnKeysAnswer | null>>>(() => ({
  person: null,
  workspace: null,
}));

export async function loadOwnKeys(owner: KeyOwner): Promise<void> {
  const read = owner === 'person' ? ask('GET /v1/me/keys') : ask('GET /v1/workspace/keys');
  ownKeys.setState({ [owner]: await read });
}

/** The provider is asked first; a key that it refuses is not kept. */
export async function bringKey(owner: KeyOwner, provider: string, key: string): Promise<void> {
  const said = { path: { provider }, body: { key } };
  await (owner === 'person' ? ask('PUT /v1/me/keys/{provider}', said) : ask('PUT /v1/workspace/keys/{provider}', said));
  await loadOwnKeys(owner);
}

export async function removeKey(owner: KeyOwner, provider: string): Promise<void> {
  await attempt(async () => {
    const said = { path: { provider } };
    await (owner === 'person'
      ? ask('DELETE /v1/me/keys/{provider}', said)
      : ask('DELETE /v1/workspace/keys/{provider}', said));
    await loadOwnKeys(owner);
  });
}
