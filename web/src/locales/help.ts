/** Words that come with the help and the tour instead of the first screen: it has to arrive soon, and they are long. */
import help from './en/help.json';
import { i18n } from './i18n';

i18n.addResourceBundle('en', 'help', help);
