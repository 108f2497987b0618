/** What a server of one's own is called here: it stands before the colon wherever one of its models is named. */
import type { ConnectedAnswer } from '../protocol/generated/answers';

const OWN = 'mine';

/** The name it has already, or the first that nobody has: a second server never takes the place of the first. */
export function nameOwn(address: string, connected: readonly ConnectedAnswer[]): string {
  const same = connected.find((each) => each.source === 'added' && plain(each.base_url) === plain(address));
  if (same) return same.name;
  const taken = new Set(connected.map((each) => each.name));
  let name = OWN;
  for (let count = 2; taken.has(name); count++) name = `${OWN}-${count}`;
  return name;
}

const plain = (address: string) => address.trim().replace(/\/+$/, '').toLowerCase();
