import composer from './en/composer.json';
import context from './en/context.json';
import conversation from './en/conversation.json';
import inspector from './en/inspector.json';
import keys from './en/keys.json';
import library from './en/library.json';
import markdown from './en/markdown.json';
import settings from './en/settings.json';
import shell from './en/shell.json';

export const resources = { shell, conversation, composer, context, inspector, keys, library, markdown, settings };
export const NAMESPACES = Object.keys(resources) as (keyof typeof resources)[];

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: typeof resources;
  }
}
