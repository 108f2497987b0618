/** The words about tests come with the first page or dialog about them. */
import evals from './en/evals.json';
import { i18n } from './i18n';

i18n.addResourceBundle('en', 'evals', evals);
