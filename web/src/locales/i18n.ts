/** Words. English ships with the first screen; other languages load when somebody chooses them. */
import i18next from 'i18next';
import { NAMESPACES, resources } from './en';

export const LOCALES = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  zh: '简体中文',
  ja: '日本語',
  ar: 'العربية',
} as const;
export type Locale = keyof typeof LOCALES;

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar']);
const catalogues = import.meta.glob<Record<string, object>>('./{de,es,fr,zh,ja,ar}/index.ts', { import: 'default' });

export const i18n = i18next.createInstance();

void i18n.init({
  lng: 'en',
  fallbackLng: 'en',
  ns: [...NAMESPACES],
  defaultNS: 'shell',
  resources: { en: resources },
  interpolation: { escapeValue: false },
  returnNull: false,
  initAsync: false,
  showSupportNotice: false,
});

/** A phrase outside of a view; inside one, `useTranslation` redraws when the language changes. */
export const say = i18n.t.bind(i18n);

/** Speak this language from now on; `system` asks the browser. */
export async function speak(wanted: string): Promise<void> {
  const locale = wanted === 'system' ? match(navigator.languages) : (wanted as Locale);
  if (locale !== 'en') await load(locale);
  await i18n.changeLanguage(locale);
  document.documentElement.lang = locale;
  document.documentElement.dir = RIGHT_TO_LEFT.has(locale) ? 'rtl' : 'ltr';
}

function match(languages: readonly string[]): Locale {
  const known = languages.map((each) => each.split('-')[0] ?? '').find((each) => each in LOCALES);
  return (known as Locale | undefined) ?? 'en';
}

async function load(locale: Locale): Promise<void> {
  const files = (await catalogues[`./${locale}/index.ts`]?.()) ?? {};
  for (const [path, words] of Object.entries(files)) {
    i18n.addResourceBundle(locale, path.slice('./'.length, -'.json'.length), words, true, true);
  }
}
