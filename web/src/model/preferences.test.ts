import { expect, it } from 'vitest';
import { keep, recall, storageKey } from './keep';
import { prefer, preferences } from './preferences';

it('what is chosen in two tabs stands in both', () => {
  prefer({ density: 'dense' });
  keep('preferences', { ...recall('preferences', {}), theme: 'dark' });
  prefer({ toured: true });
  expect(recall('preferences', {})).toMatchObject({ density: 'dense', theme: 'dark', toured: true });

  dispatchEvent(new StorageEvent('storage', { key: storageKey('preferences') }));

  expect(preferences.getState()).toMatchObject({ density: 'dense', theme: 'dark', toured: true });
});
