/** The words about people and accounts come with their pages. */
import accounts from './en/accounts.json';
import { i18n } from './i18n';

i18n.addResourceBundle('en', 'accounts', accounts);
