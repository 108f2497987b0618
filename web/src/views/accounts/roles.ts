/** What somebody may, in one word: the two roles of the server that go together. */
import type { Person } from '../../commands/people';
import type { Me } from '../../model/account';

type Roles = Pick<Person, 'instance_role' | 'workspace_role'>;

export const ROLES = {
  owner: { instance_role: 'owner', workspace_role: 'owner' },
  admin: { instance_role: 'admin', workspace_role: 'admin' },
  member: { instance_role: 'member', workspace_role: 'member' },
  viewer: { instance_role: 'member', workspace_role: 'viewer' },
  auditor: { instance_role: 'auditor', workspace_role: 'viewer' },
} as const satisfies Readonly<Record<string, Roles>>;
export type RoleName = keyof typeof ROLES;

export const NAMES = Object.keys(ROLES) as readonly RoleName[];

/** The word for two roles; null for two that no word of ours stands for. */
export function nameRoles({ instance_role, workspace_role }: Roles): RoleName | null {
  const is = (name: RoleName) =>
    ROLES[name].instance_role === instance_role && ROLES[name].workspace_role === workspace_role;
  return NAMES.find(is) ?? null;
}

const RANKS = { instance: ['member', 'auditor', 'admin', 'owner'], workspace: ['viewer', 'member', 'admin', 'owner'] };

/** Nobody gives more than they have, or touches somebody who has more. */
export function isWithin(me: Me, roles: Roles): boolean {
  const { instance, workspace } = RANKS;
  return (
    instance.indexOf(roles.instance_role) <= instance.indexOf(me.instance_role) &&
    workspace.indexOf(roles.workspace_role) <= workspace.indexOf(me.workspace_role)
  );
}
