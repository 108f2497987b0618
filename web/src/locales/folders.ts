/** The words about folders come with the first folder, or with the question where to. */
import folders from './en/folders.json';
import { i18n } from './i18n';

i18n.addResourceBundle('en', 'folders', folders);
