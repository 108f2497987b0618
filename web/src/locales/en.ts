import type accounts from './en/accounts.json';
import type also from './en/also.json';
import type analyses from './en/analyses.json';
import composer from './en/composer.json';
import contamination from './en/contamination.json';
import context from './en/context.json';
import conversation from './en/conversation.json';
import type deleting from './en/deleting.json';
import documents from './en/documents.json';
import type evals from './en/evals.json';
import type folders from './en/folders.json';
import heartbeats from './en/heartbeats.json';
import type help from './en/help.json';
import importance from './en/importance.json';
import type inspector from './en/inspector.json';
import journal from './en/journal.json';
import keeping from './en/keeping.json';
import type keys from './en/keys.json';
import library from './en/library.json';
import map from './en/map.json';
import markdown from './en/markdown.json';
import memory from './en/memory.json';
import type modelChoice from './en/modelChoice.json';
import models from './en/models.json';
import reminders from './en/reminders.json';
import type revisit from './en/revisit.json';
import rounds from './en/rounds.json';
import type settings from './en/settings.json';
import type share from './en/share.json';
import shell from './en/shell.json';
import speech from './en/speech.json';
import synthesis from './en/synthesis.json';
import tools from './en/tools.json';
import type work from './en/work.json';

export const resources = {
  shell,
  contamination,
  conversation,
  composer,
  context,
  documents,
  heartbeats,
  importance,
  journal,
  keeping,
  library,
  map,
  markdown,
  memory,
  models,
  reminders,
  rounds,
  speech,
  synthesis,
  tools,
};
export const NAMESPACES = Object.keys(resources) as (keyof typeof resources)[];

/** What the files of these names bring, and the dialogs that delete, share, ask anew and choose a model. */
export const LATER = [
  'accounts',
  'help',
  'inspector',
  'deleting',
  'folders',
  'also',
  'modelChoice',
  'revisit',
  'share',
  'settings',
  'evals',
  'analyses',
  'keys',
  'work',
] as const;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: typeof resources & {
      accounts: typeof accounts;
      help: typeof help;
      inspector: typeof inspector;
      deleting: typeof deleting;
      folders: typeof folders;
      also: typeof also;
      modelChoice: typeof modelChoice;
      revisit: typeof revisit;
      share: typeof share;
      work: typeof work;
      settings: typeof settings;
      evals: typeof evals;
      analyses: typeof analyses;
      keys: typeof keys;
    };
  }
}
