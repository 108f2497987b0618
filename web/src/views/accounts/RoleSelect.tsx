import { useTranslation } from 'react-i18next';
import type { Person } from '../../commands/people';
import type { Me } from '../../model/account';
import { isWithin, NAMES, nameRoles, ROLES, type RoleName } from './roles';
import { useRoleWord } from './useRoleWord';

interface RoleSelectProps {
  me: Me;
  label: string;
  roles: Pick<Person, 'instance_role' | 'workspace_role'>;
  onChange: (name: RoleName) => void;
  disabled?: boolean;
}

export function RoleSelect({ me, label, roles, onChange, disabled = false }: RoleSelectProps) {
  const { t } = useTranslation('accounts');
  const say = useRoleWord();
  const chosen = nameRoles(roles);
  return (
    <select
      className="input role"
      aria-label={label}
      disabled={disabled}
      value={chosen ?? 'other'}
      onChange={(event) => onChange(event.target.value as RoleName)}
    >
      {chosen === null && <option value="other">{say(roles)}</option>}
      {NAMES.filter((name) => name === chosen || isWithin(me, ROLES[name])).map((name) => (
        <option key={name} value={name}>
          {t(`role.${name}`)}
        </option>
      ))}
    </select>
  );
}
