/** The names of commands and keys come with the palette, the list of keys and their editor. */
import keys from './en/keys.json';
import { i18n } from './i18n';

i18n.addResourceBundle('en', 'keys', keys);
