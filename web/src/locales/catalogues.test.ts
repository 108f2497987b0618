import { describe, expect, it } from 'vitest';
import { NAMESPACES as FIRST, LATER } from './en';
import { LOCALES } from './i18n';

const NAMESPACES = [...FIRST, ...LATER];

type Phrases = Readonly<Record<string, string>>;

const FORM = /_(zero|one|two|few|many|other)$/;
// What stands for the number itself. "One turn" and "two turns" may do without it, "{{count}} turns" may not.
const NUMBERS: ReadonlySet<string> = new Set(['{{count}}', '{{number}}', '{{formatted}}']);
const files = import.meta.glob<object>('./*/*.json', { eager: true, import: 'default' });
const catalogues = new Map(Object.entries(files).map(([path, tree]) => [path, flatten(tree)]));

describe.each(Object.keys(LOCALES))('the words of %s', (locale) => {
  it('has a file for every namespace, and no other', () => {
    const names = Object.keys(files).filter((path) => path.startsWith(`./${locale}/`));

    expect(names.sort()).toEqual(NAMESPACES.map((name) => `./${locale}/${name}.json`).sort());
  });

  it.each(NAMESPACES)('says everything %s says in English, in every plural form, and nothing else', (namespace) => {
    const expected = Object.keys(read('en', namespace)).flatMap((key) => formsOf(locale, namespace, key));

    expect(Object.keys(read(locale, namespace)).sort()).toEqual([...new Set(expected)].sort());
  });

  it.each(NAMESPACES)('leaves nothing empty in %s', (namespace) => {
    const empty = Object.entries(read(locale, namespace)).filter(([, words]) => words.trim() === '');

    expect(empty).toEqual([]);
  });

  it.each(NAMESPACES)('keeps the placeholders and the tags of %s', (namespace) => {
    const wrong = Object.entries(read(locale, namespace)).flatMap(([key, words]) => {
      const english = read('en', namespace)[modelOf(namespace, key)] ?? '';
      const isFree = (slot: string) => NUMBERS.has(slot) && isOneNumber(locale, namespace, key);
      const lost = slotsOf(english).filter((slot) => !slotsOf(words).includes(slot) && !isFree(slot));
      const strange = slotsOf(words).filter((slot) => !slotsOf(english).includes(slot));
      return lost.length + strange.length > 0 ? [{ key, lost, strange }] : [];
    });

    expect(wrong).toEqual([]);
  });
});

it('knows no folder of words that nobody can choose', () => {
  const folders = new Set(Object.keys(files).map((path) => path.split('/')[1]));

  expect([...folders].sort()).toEqual(Object.keys(LOCALES).sort());
});

function read(locale: string, namespace: string): Phrases {
  return catalogues.get(`./${locale}/${namespace}.json`) ?? {};
}

/** Every phrase by its whole key; the lines of a list are numbered. */
function flatten(tree: object, before = ''): Phrases {
  const entries = Object.entries(tree).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? Object.entries(flatten(value, `${before}${key}.`))
      : [[`${before}${key}`, String(value ?? '')] as const],
  );
  return Object.fromEntries(entries);
}

function isPlural(namespace: string, key: string): boolean {
  return FORM.test(key) && `${key.replace(FORM, '')}_other` in read('en', namespace);
}

/** The keys a language needs for one of English. Nothing at all has a form of its own wherever English gives it one. */
function formsOf(locale: string, namespace: string, key: string): string[] {
  if (!isPlural(namespace, key)) return [key];
  const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
  const forms = pluralCategories.map((form) => key.replace(FORM, `_${form}`));
  return key.endsWith('_zero') ? [key, ...forms] : forms;
}

/** The English phrase that says which placeholders this one needs. */
function modelOf(namespace: string, key: string): string {
  return isPlural(namespace, key) ? key.replace(FORM, '_other') : key;
}

/** Is this form used for a single number only, as "two" is in Arabic, but "one" is not in Russian (1, 21, 31)? */
function isOneNumber(locale: string, namespace: string, key: string): boolean {
  if (!isPlural(namespace, key)) return false;
  const form = FORM.exec(key)?.[1];
  if (form === 'zero') return true;
  const rules = new Intl.PluralRules(locale);
  return Array.from({ length: 200 }, (_, number) => rules.select(number)).filter((each) => each === form).length === 1;
}

function slotsOf(words: string): string[] {
  return [...new Set(words.match(/\{\{.*?\}\}|<[^>]*>/g))].sort();
}
