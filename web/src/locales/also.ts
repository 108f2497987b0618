/** Other words that commands are found by, as people know them from elsewhere. They come with the palette. */
import also from './en/also.json';
import { i18n } from './i18n';

i18n.addResourceBundle('en', 'also', also);
