/** A lookout inside the page: every element and attribute that is ever made there is held against the allow-list. */
import type { Page } from '@playwright/test';
import { ALLOWED } from '../src/views/markdown/allowed';

interface Lookout {
  foreign: string[];
  /** Elements looked at inside an advisor's words. */
  looked: number;
}

/** Begin before the page has a document. Words of advisors may only become what is allowed; the rest may not act. */
export async function postLookout(page: Page): Promise<void> {
  await page.addInitScript(lookOut, {
    elements: [...ALLOWED.elements],
    attributes: [...ALLOWED.attributes],
    schemes: [...ALLOWED.schemes],
  });
}

export async function readLookout(page: Page): Promise<Lookout> {
  return page.evaluate(() => (window as unknown as { lookout: Lookout }).lookout);
}

function lookOut(allowed: { elements: string[]; attributes: string[]; schemes: string[] }): void {
  const lookout: Lookout = { foreign: [], looked: 0 };
  Object.assign(window, { lookout });
  const elements = new Set(allowed.elements);
  const attributes = new Set(allowed.attributes);
  const active = new Set(
    'script iframe frame object embed link style base meta img picture source video audio track applet'.split(' '),
  );

  const judgeWords = (element: Element): string[] => [
    ...(elements.has(element.localName) ? [] : [`element ${element.localName}`]),
    ...[...element.attributes].flatMap(({ name, value }) => {
      if (!attributes.has(name)) return [`attribute ${name}=${value}`];
      // Pictures are those the house drew itself.
      if (name === 'src') return value.startsWith('blob:') ? [] : [`src ${value}`];
      if (name === 'rel') return value === 'noopener noreferrer nofollow' ? [] : [`rel ${value}`];
      if (name === 'href')
        return URL.canParse(value) && allowed.schemes.includes(new URL(value).protocol) ? [] : [`href ${value}`];
      return name !== 'data-tex' && /url\s*\(|expression\s*\(/i.test(value) ? [`value ${value}`] : [];
    }),
  ];
  // The one frame there may be: without an origin, at the one address that is made for it.
  const isDrawingFrame = (element: Element) =>
    element.localName === 'iframe' &&
    element.getAttribute('sandbox') === 'allow-scripts' &&
    element.getAttribute('src') === '/diagram.html';
  const judgeRest = (element: Element): string[] => (isDrawingFrame(element) ? [] : judgeOther(element));
  const judgeOther = (element: Element): string[] => [
    ...(active.has(element.localName) ? [`element ${element.localName}`] : []),
    ...[...element.attributes].flatMap(({ name, value }) => {
      if (name.startsWith('on') || /^(src|srcset|srcdoc|ping|action|formaction|background|xlink:href)$/.test(name))
        return [`attribute ${name}=${value}`];
      if (name === 'href' && !/^\/(?![/\\])|^#/.test(value)) return [`href ${value}`];
      return name === 'style' && /url\s*\(/i.test(value) ? [`style ${value}`] : [];
    }),
  ];
  const judge = (element: Element) => {
    if (!document.body?.contains(element) && element.closest('head, html > script')) return;
    const isWords = element.parentElement?.closest('.md') != null;
    if (isWords) lookout.looked += 1;
    lookout.foreign.push(...(isWords ? judgeWords(element) : judgeRest(element)));
  };

  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'attributes') judge(target as Element);
      for (const node of addedNodes) {
        if (!(node instanceof Element) || node.closest('head') || node.localName === 'head') continue;
        for (const each of [node, ...node.querySelectorAll('*')]) if (!each.closest('head')) judge(each);
      }
    }
  }).observe(document, { subtree: true, childList: true, attributes: true });
}
