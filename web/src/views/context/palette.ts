/** Our colours as a canvas understands them: `light-dark()` and `var()` mean nothing to it. */
import { paletteIndex } from '../../model/workspace';

const ROLES = ['paper', 'ink-3', 'rule', 'rule-strong', 'control', 'accent', 'accent-wash', 'danger'] as const;
type Role = (typeof ROLES)[number];

export interface Palette {
  readonly role: Readonly<Record<Role, string>>;
  readonly advisors: readonly string[];
  readonly mono: string;
  readonly sans: string;
}

/** Read the colours as they are now, through the computed style of an element in the page. */
export function readPalette(probe: HTMLElement, colours: readonly string[]): Palette {
  const style = getComputedStyle(probe);
  const resolve = (name: string) => {
    probe.style.color = `var(--${name})`;
    return style.color;
  };
  const role = Object.fromEntries(ROLES.map((name) => [name, resolve(name)])) as Record<Role, string>;
  const advisors = colours.map((colour) => resolve(`advisor-${paletteIndex(colour)}`));
  const mono = style.getPropertyValue('--mono') || 'monospace';
  const sans = style.getPropertyValue('--sans') || 'sans-serif';
  probe.style.color = '';
  return { role, advisors, mono, sans };
}
