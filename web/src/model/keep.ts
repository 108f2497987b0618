/** Small things kept in this browser. A browser that refuses keeps them until the tab closes. */

const PREFIX = 'antiphon.';

/** The name under which other tabs hear of a change. */
export function storageKey(name: string): string {
  return PREFIX + name;
}

export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Full or forbidden: nothing is lost but the memory of it.
  }
}

export function recall<Value>(name: string, otherwise: Value): Value {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : (JSON.parse(text) as Value);
  } catch {
    return otherwise;
  }
}
