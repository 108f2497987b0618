/** Other people: who there is, who was invited, what they may, and what was done. */
import { createStore } from 'zustand/vanilla';
import { say } from '../locales/i18n';
import { notify } from '../model/screen';
import type { AuditLineAnswer, InvitationAnswer, PersonAnswer } from '../protocol/generated/answers';
import { ask } from '../protocol/request';
import { attempt } from './refused';

export type Person = PersonAnswer;
export type Invitation = InvitationAnswer;
export type AuditLine = AuditLineAnswer;
type Roles = Pick<Person, 'instance_role' | 'workspace_role'>;

/** A link that is told once: whom it is for, and where it leads. */
export interface Link {
  readonly kind: 'join' | 'reset';
  /** An address or a name; '' for whoever has it. */
  readonly whose: string;
  readonly address: string;
}

interface People {
  readonly list: readonly Person[] | null;
  readonly invitations: readonly Invitation[];
  readonly links: readonly Link[];
}

export const people = createStore<People>(() => ({ list: null, invitations: [], links: [] }));

export async function loadPeople(): Promise<void> {
  const [{ items: list }, { items: invitations }] = await Promise.all([
    ask('GET /v1/people'),
    ask('GET /v1/people/invitations'),
  ]);
  people.setState({ list, invitations });
}

/** One link for each address; without any, one for whoever has it. */
export async function invite(addresses: readonly string[], roles: Roles): Promise<void> {
  for (const email of addresses.length > 0 ? addresses : [null]) {
    const { token } = await ask('POST /v1/people/invitations', { body: { email, ...roles } });
    addLink({ kind: 'join', whose: email ?? '', address: linkTo('join', token) });
  }
  await loadPeople();
}

export async function takeBack(invitation: Invitation): Promise<void> {
  await attempt(async () => {
    await ask('DELETE /v1/people/invitations/{invitation_id}', { path: { invitation_id: invitation.id } });
    await loadPeople();
    notify(say('accounts:people.takenBack'));
  });
}

export async function giveRoles(person: Person, roles: Roles): Promise<void> {
  await change(() => ask('PUT /v1/people/{person_id}/roles', { path: { person_id: person.id }, body: roles }));
}

export async function suspend(person: Person): Promise<void> {
  await change(() => ask('POST /v1/people/{person_id}/suspend', { path: { person_id: person.id } }));
}

export async function restore(person: Person): Promise<void> {
  await change(() => ask('POST /v1/people/{person_id}/restore', { path: { person_id: person.id } }));
}

export async function offerReset(person: Person): Promise<void> {
  await attempt(async () => {
    const { token } = await ask('POST /v1/people/{person_id}/reset', { path: { person_id: person.id } });
    addLink({ kind: 'reset', whose: person.name, address: linkTo('reset', token) });
  });
}

export function dropLink(link: Link): void {
  people.setState(({ links }) => ({ links: links.filter((each) => each !== link) }));
}

function addLink(link: Link): void {
  people.setState(({ links }) => ({ links: [link, ...links] }));
}

/** What a link ends with stands behind a #, so that no log on the way has it. */
function linkTo(page: Link['kind'], token: string): string {
  return `${location.origin}/${page}#${token}`;
}

async function change(deed: () => Promise<Person>): Promise<void> {
  await attempt(async () => {
    const changed = await deed();
    people.setState(({ list }) => ({ list: (list ?? []).map((each) => (each.id === changed.id ? changed : each)) }));
  });
}

interface Audit {
  readonly lines: readonly AuditLine[] | null;
  readonly next: string | null;
}

export const audit = createStore<Audit>(() => ({ lines: null, next: null }));

export async function loadAudit(): Promise<void> {
  const { items: lines, next } = await ask('GET /v1/audit');
  audit.setState({ lines, next });
}

export async function loadMoreAudit(): Promise<void> {
  const { lines, next: before } = audit.getState();
  if (before === null) return;
  const { items, next } = await ask('GET /v1/audit', { query: { before } });
  audit.setState({ lines: [...(lines ?? []), ...items], next });
}
