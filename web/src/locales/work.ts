/** The words about lasting work come with its page. */
import work from './en/work.json';
import { i18n } from './i18n';

i18n.addResourceBundle('en', 'work', work);
