/** The server counts code points; JavaScript counts UTF-16 units. These convert. */

export function countPoints(text: string): number {
  let count = 0;
  for (let unit = 0; unit < text.length; unit++) {
    const code = text.charCodeAt(unit);
    if (code >= 0xd800 && code < 0xdc00 && isLow(text.charCodeAt(unit + 1))) unit++;
    count++;
  }
  return count;
}

/** The unit at which the code point with this number begins; the end of the text when there are fewer. */
export function unitOf(text: string, point: number): number {
  let unit = 0;
  for (let count = 0; count < point && unit < text.length; count++) {
    const code = text.charCodeAt(unit);
    unit += code >= 0xd800 && code < 0xdc00 && isLow(text.charCodeAt(unit + 1)) ? 2 : 1;
  }
  return unit;
}

/** The number of the code point at a unit. */
export function pointOf(text: string, unit: number): number {
  return countPoints(text.slice(0, unit));
}

function isLow(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}
