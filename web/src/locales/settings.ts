/** The words of the settings come with their page and with the palette, which finds each of them. */
import settings from './en/settings.json';
import { i18n } from './i18n';

i18n.addResourceBundle('en', 'settings', settings);
