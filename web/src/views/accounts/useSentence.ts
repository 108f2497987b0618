import { useTranslation } from 'react-i18next';
import type { AuditLine, Person } from '../../commands/people';
import { joinWords } from '../parts/format';
import { useRoleWord } from './useRoleWord';

/** The deeds there is a sentence for. Another is told by its name. */
const DEEDS = {
  'account.created': 'created',
  'account.invited': 'invited',
  'account.invitation_revoked': 'invitationRevoked',
  'account.role_changed': 'roleChanged',
  'account.suspended': 'suspended',
  'account.restored': 'restored',
  'account.reset_offered': 'resetOffered',
  'account.break_glass': 'breakGlass',
  'account.renamed': 'renamed',
  'account.address_changed': 'addressChanged',
  'account.password_changed': 'passwordChanged',
  'account.password_reset': 'passwordReset',
  'session.created': 'signedIn',
  'session.verified': 'verified',
  'session.ended': 'signedOut',
  'session.ended_everywhere': 'signedOutEverywhere',
  'factor.added': 'factorAdded',
  'factor.codes_renewed': 'codesRenewed',
  'factor.removed': 'factorRemoved',
  'factor.used_recovery': 'recoveryUsed',
  'session.refused': 'refused',
  'token.created': 'tokenCreated',
  'token.limited': 'tokenLimited',
  'token.revoked': 'tokenRevoked',
  'oidc.linked': 'linked',
  'oidc.unlinked': 'unlinked',
  'session.ended_by_issuer': 'endedThere',
  'session.ended_by_proxy': 'endedByProxy',
  'device.allowed': 'programAllowed',
  'device.denied': 'programDenied',
  'member.added': 'groupsAdded',
  'member.role_changed': 'groupsChanged',
  'member.removed': 'groupsRemoved',
  'secret.kept': 'keyEntered',
  'secret.removed': 'keyRemoved',
  'keys.rotated': 'keysRotated',
  'setting.changed': 'settingChanged',
  'setting.restored': 'settingRestored',
  'advisor.added': 'advisorAdded',
  'advisor.changed': 'advisorChanged',
  'advisor.archived': 'advisorArchived',
  'advisor.brought_back': 'advisorBroughtBack',
  'panel.added': 'panelAdded',
  'panel.changed': 'panelChanged',
  'panel.removed': 'panelRemoved',
  'tool_server.added': 'toolServerAdded',
  'tool_server.changed': 'toolServerChanged',
  'tool_server.removed': 'toolServerRemoved',
  'tool.allowed_always': 'toolAllowedAlways',
  'tool.asks_again': 'toolAsksAgain',
  'conversation.deleted': 'conversationDeleted',
  'export.begun': 'exportBegun',
  'webhook.added': 'webhookAdded',
  'webhook.changed': 'webhookChanged',
  'webhook.removed': 'webhookRemoved',
} as const;

type Roles = Pick<Person, 'instance_role' | 'workspace_role'>;

/** What a line says, as somebody would say it. */
export function useSentence(line: AuditLine): string {
  const { t } = useTranslation('accounts');
  const say = useRoleWord();
  const facts = {
    actor: line.actor_kind === 'person' ? line.actor_name : t('audit.server'),
    target: line.target_name,
    before: rolesOf(line.before, say),
    after: rolesOf(line.after, say),
    address: String(line.after?.email ?? ''),
    name: String(line.after?.name ?? ''),
    scopes: joinWords(Array.isArray(line.after?.scopes) ? line.after.scopes.map(String) : []),
  };
  const [, source, provider, why] = /^(oidc|header)(?::(\S+))? (\w+)$/.exec(line.reason ?? '') ?? [];
  if (line.action === 'session.refused' && provider && why) return t('deed.refusedThere', { provider, why });
  if (line.action === 'session.refused' && source === 'header' && why) return t('deed.refusedByProxy', { why });
  if (line.action === 'session.refused' && line.target_name === '') return t('deed.refusedNobody');
  if (line.action === 'account.invited' && facts.address === '') return t('deed.invitedAnybody', facts);
  const known = Object.hasOwn(DEEDS, line.action) ? DEEDS[line.action as keyof typeof DEEDS] : null;
  if (known === null) return t('deed.other', { ...facts, action: line.action });
  return t(`deed.${known}`, facts);
}

function rolesOf(said: AuditLine['before'], say: (roles: Roles) => string): string {
  if (!said || typeof said.instance_role !== 'string') return '';
  const workspace_role = said.workspace_role ?? said.role;
  return say({ instance_role: said.instance_role, workspace_role } as Roles);
}
