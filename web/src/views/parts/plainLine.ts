/** The first words of an answer on one line, without the marks that would have shaped them. */
const LOOKED_AT = 400;
const KEPT = 200;

export function plainLine(text: string): string {
  const line = text
    .slice(0, LOOKED_AT)
    .replace(/```[^\n]*\n?/g, ' ')
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/^\s*(?:#{1,6}\s+|>\s?|[-*+]\s+|\d+[.)]\s+)/gm, '')
    .replace(/(\*\*|__|~~|`)/g, '')
    .replace(/(^|\s)[*_](?=\S)|(?<=\S)[*_](?=\s|$)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > KEPT ? `${line.slice(0, KEPT)}…` : line;
}
