/** A key that waits for a digit: "c" with several pieces of code asks which one. */

const WINDOW = 3000;
let waiting: { readonly count: number; readonly then: (digit: number) => void } | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/** For three seconds the next digit from 1 to `count` is an answer. */
export function waitForDigit(count: number, then: (digit: number) => void): void {
  clearTimeout(timer);
  waiting = { count, then };
  timer = setTimeout(() => {
    waiting = null;
  }, WINDOW);
}

/** True when the key was the digit somebody waits for. Any other key ends the waiting and means what it means. */
export function takeDigit(key: string): boolean {
  const asked = waiting;
  waiting = null;
  clearTimeout(timer);
  const digit = /^[1-9]$/.test(key) ? Number(key) : 0;
  if (asked === null || digit === 0 || digit > asked.count) return false;
  asked.then(digit);
  return true;
}
