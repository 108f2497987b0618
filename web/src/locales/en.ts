import apart from './en/apart.json';
import composer from './en/composer.json';
import context from './en/context.json';
import conversation from './en/conversation.json';
import documents from './en/documents.json';
import evals from './en/evals.json';
import heartbeats from './en/heartbeats.json';
import importance from './en/importance.json';
import inspector from './en/inspector.json';
import journal from './en/journal.json';
import keys from './en/keys.json';
import library from './en/library.json';
import looks from './en/looks.json';
import map from './en/map.json';
import markdown from './en/markdown.json';
import memory from './en/memory.json';
import reminders from './en/reminders.json';
import rounds from './en/rounds.json';
import settings from './en/settings.json';
import shell from './en/shell.json';
import speech from './en/speech.json';
import synthesis from './en/synthesis.json';
import tools from './en/tools.json';

export const resources = {
  shell,
  apart,
  conversation,
  composer,
  context,
  documents,
  evals,
  heartbeats,
  importance,
  inspector,
  journal,
  keys,
  library,
  looks,
  map,
  markdown,
  memory,
  reminders,
  rounds,
  settings,
  speech,
  synthesis,
  tools,
};
export const NAMESPACES = Object.keys(resources) as (keyof typeof resources)[];

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: typeof resources;
  }
}
