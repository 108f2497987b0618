import composer from './en/composer.json';
import context from './en/context.json';
import conversation from './en/conversation.json';
import documents from './en/documents.json';
import importance from './en/importance.json';
import inspector from './en/inspector.json';
import keys from './en/keys.json';
import library from './en/library.json';
import markdown from './en/markdown.json';
import memory from './en/memory.json';
import reminders from './en/reminders.json';
import settings from './en/settings.json';
import shell from './en/shell.json';
import speech from './en/speech.json';
import tools from './en/tools.json';

export const resources = {
  shell,
  conversation,
  composer,
  context,
  documents,
  importance,
  inspector,
  keys,
  library,
  markdown,
  memory,
  reminders,
  settings,
  speech,
  tools,
};
export const NAMESPACES = Object.keys(resources) as (keyof typeof resources)[];

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: typeof resources;
  }
}
