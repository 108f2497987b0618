const BROWSERS = [
  [/\bEdg\//, 'Edge'],
  [/\bFirefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^antiphon/i, 'Antiphon'],
] as const;
const SYSTEMS = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const;

/** A browser and what it runs on, as people call them; '' for what says neither. */
export function nameAgent(agent: string): string {
  const found = [BROWSERS, SYSTEMS].map((names) => names.find(([pattern]) => pattern.test(agent))?.[1]);
  return found.filter(Boolean).join(', ');
}
