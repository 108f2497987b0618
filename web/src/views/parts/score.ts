/** Finding by words in lists that people choose from. */

/** How well an item fits the words: each has to stand in it; 0 when one does not. */
export function score(words: string, texts: readonly string[]): number {
  const text = fold(texts.join(' '));
  const wanted = fold(words).split(/\s+/).filter(Boolean);
  if (!wanted.every((word) => text.includes(word))) return 0;
  const whole = wanted.join(' ');
  if (text.startsWith(whole)) return 1;
  if (text.includes(` ${whole}`)) return 0.8;
  return wanted.every((word) => text.includes(` ${word}`) || text.startsWith(word)) ? 0.6 : 0.4;
}

/** Without case and marks, so that resume finds résumé and a word without its vowels finds the one that has them. */
function fold(text: string): string {
  return text.toLocaleLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
}
