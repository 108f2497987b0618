import { expect, it } from 'vitest';
import { nameAgent } from './agent';
import { isWithin, NAMES, nameRoles, ROLES } from './roles';

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Safari/604.1', 'Safari, iOS'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge, Windows'],
  ['curl/8', ''],
])('%s is %s', (agent, name) => {
  expect(nameAgent(agent)).toBe(name);
});

it('has a word for the roles that go together, and none for others', () => {
  expect(NAMES.map((name) => nameRoles(ROLES[name]))).toEqual(NAMES);
  expect(nameRoles({ instance_role: 'owner', workspace_role: 'viewer' })).toBeNull();
});

it('offers nobody more than they have', () => {
  const whoever = { id: 'p', name: 'Ada', email: null, workspace_id: 'local', verified_at: null, signs_in_here: true };
  const me = { ...ROLES.admin, ...whoever };

  expect(NAMES.filter((name) => isWithin(me, ROLES[name]))).toEqual(['admin', 'member', 'viewer', 'auditor']);
});
