import { useTranslation } from 'react-i18next';
import type { Person } from '../../commands/people';
import { nameRoles } from './roles';

type Roles = Pick<Person, 'instance_role' | 'workspace_role'>;

/** What somebody may, as a word; two where no single one says it. */
export function useRoleWord(): (roles: Roles) => string {
  const { t } = useTranslation('accounts');
  return (roles) => {
    const name = nameRoles(roles);
    if (name !== null) return t(`role.${name}`);
    return t('role.both', { instance: t(`part.${roles.instance_role}`), workspace: t(`part.${roles.workspace_role}`) });
  };
}
