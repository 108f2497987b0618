import { i18n } from './i18n';

/**
 * The language of the page, as it is written where the browser says the person is: en becomes en-GB.
 *
 * Numbers that stand in a phrase are never formatted, so Arabic keeps their digits everywhere.
 */
export function region(): string {
  const { language } = i18n;
  const tag = navigator.languages.find((each) => each.split('-')[0] === language) ?? language;
  return language === 'ar' ? new Intl.Locale(tag, { numberingSystem: 'latn' }).toString() : tag;
}
