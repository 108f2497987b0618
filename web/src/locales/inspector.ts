/** The inspector's words come with the inspector, not with the first screen. */
import inspector from './en/inspector.json';
import { i18n } from './i18n';

i18n.addResourceBundle('en', 'inspector', inspector);
