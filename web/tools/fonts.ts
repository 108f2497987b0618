// The faces come with the client. What the first screen is set in is asked for together with its script; every other
// alphabet and slope is loaded where it is used. The licences travel along, as they ask.
import { readFileSync } from 'node:fs';
import type { HtmlTagDescriptor, Plugin } from 'vite';

const FAMILIES = ['inter', 'source-serif-4', 'jetbrains-mono'];
const FIRST = new RegExp(`/(${FAMILIES.join('|')})-latin-wght-normal-[^/]*\\.woff2$`);

export function shipFonts(): Plugin {
  return {
    name: 'ship-fonts',
    apply: 'build',
    buildStart() {
      for (const family of FAMILIES) {
        const license = new URL(`../node_modules/@fontsource-variable/${family}/LICENSE`, import.meta.url);
        this.emitFile({
          type: 'asset',
          fileName: `licenses/${family}.txt`,
          source: readFileSync(license),
        });
      }
    },
    transformIndexHtml(_html, { bundle }) {
      return Object.keys(bundle ?? {})
        .filter((name) => FIRST.test(name))
        .map(
          (name): HtmlTagDescriptor => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: true },
            injectTo: 'head',
          }),
        );
    },
  };
}
