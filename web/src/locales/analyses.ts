/** The words about readings come with the sheet that shows them. */
import analyses from './en/analyses.json';
import { i18n } from './i18n';

i18n.addResourceBundle('en', 'analyses', analyses);
