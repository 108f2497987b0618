/** What the workspace holds beside conversations' words: who may speak, what was talked about, what it costs. */
import { createStore } from 'zustand/vanilla';
import type { AdvisorAnswer, ConversationAnswer, FolderAnswer, PanelAnswer } from '../protocol/generated/answers';

export type Advisor = AdvisorAnswer;
export type Panel = PanelAnswer;
export type ConversationEntry = ConversationAnswer;
export type Folder = FolderAnswer;

export interface Workspace {
  readonly loaded: boolean;
  readonly advisors: readonly Advisor[];
  readonly panels: readonly Panel[];
  readonly conversations: readonly ConversationEntry[];
  readonly nextConversations: string | null;
  /** By name. */
  readonly folders: readonly Folder[];
  readonly status: {
    version: string;
    rehearsal: boolean;
    default_model: string;
    database: string;
    accounts: boolean;
  } | null;
  readonly ceiling: number;
}

export const workspace = createStore<Workspace>(() => ({
  loaded: false,
  advisors: [],
  panels: [],
  conversations: [],
  nextConversations: null,
  folders: [],
  status: null,
  ceiling: 0,
}));

export function findAdvisor(state: Workspace, advisorId: string): Advisor | null {
  return state.advisors.find((advisor) => advisor.id === advisorId) ?? null;
}

export function findFolder(state: Workspace, folderId: string | null): Folder | null {
  return state.folders.find((folder) => folder.id === folderId) ?? null;
}

export function defaultPanel(state: Workspace): Panel | null {
  return state.panels.find((panel) => panel.default) ?? state.panels[0] ?? null;
}

const monograms = new WeakMap<readonly Advisor[], ReadonlyMap<string, string>>();

/** Two letters for a name, different for every advisor as far as their letters go. */
export function monogramIn(state: Workspace, name: string): string {
  const known = monograms.get(state.advisors) ?? assignMonograms(state.advisors);
  monograms.set(state.advisors, known);
  return known.get(name) ?? monogram(name);
}

function assignMonograms(advisors: readonly Advisor[]): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  const taken = new Set<string>();
  for (const { name } of advisors) {
    const [first = '', ...rest] = lettersOf(name);
    const tries = [monogram(name), ...rest.map((letter) => first.toLocaleUpperCase() + letter.toLocaleLowerCase())];
    const free = tries.find((each) => !taken.has(each)) ?? monogram(name);
    given.set(name, free);
    taken.add(free);
  }
  return given;
}

/** Two letters for a name: a leading article is skipped. */
export function monogram(name: string): string {
  const [first = '?', second = ''] = lettersOf(name);
  return first.toLocaleUpperCase() + second.toLocaleLowerCase();
}

function lettersOf(name: string): string[] {
  const main = name.replace(/^(the|a|an)\s+/i, '').trim() || name.trim();
  return [...main.replace(/[^\p{L}\p{N}]/gu, '')];
}

export const PALETTE = [
  'lapis',
  'umber',
  'rose',
  'iris',
  'olive',
  'cerulean',
  'brick',
  'plum',
  'ochre',
  'sea',
  'fern',
  'night',
  'bark',
  'damson',
  'pine',
  'oxblood',
  'moss',
  'indigo',
  'tobacco',
  'slate',
  'mulberry',
  'bottle',
] as const;

/** The number of a colour's token, 1 to 22; names from elsewhere get a steady one. */
export function paletteIndex(colour: string): number {
  const at = (PALETTE as readonly string[]).indexOf(colour);
  if (at >= 0) return at + 1;
  let sum = 0;
  for (const letter of colour) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 22;
  return sum + 1;
}
