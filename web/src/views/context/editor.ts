/**
 * The line editor: CodeMirror in a shadow root. There it adopts constructed style sheets; anywhere else it would add a
 * style element, which the content security policy refuses.
 */
import {
  acceptCompletion,
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeCompletion,
  completionStatus,
  moveCompletionSelection,
  selectedCompletion,
} from '@codemirror/autocomplete';
import {
  cursorLineEnd,
  cursorLineStart,
  defaultKeymap,
  deleteGroupBackward,
  deleteToLineStart,
  history,
  historyKeymap,
} from '@codemirror/commands';
import { EditorState, type Range, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  type KeyBinding,
  keymap,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';
import { readLine } from '../../commands/filter';
import { tokenize } from '../../model/filterLine';
import { isAborted, Refusal } from '../../protocol/request';
import { editorTheme } from './editorTheme';
import { lookOf } from './Query';

export interface EditorDeeds {
  label: string;
  change: (line: string) => void;
  enter: (line: string) => void;
  /** Leave without applying. */
  leave: () => void;
  /** Go `step` lines back in history: the line to show, or null. */
  browse: (line: string, step: number) => string | null;
}

export function openEditor(host: HTMLElement, line: string, deeds: EditorDeeds): EditorView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open', delegatesFocus: true });
  const state = EditorState.create({
    doc: line,
    selection: { anchor: line.length },
    extensions: [
      keymap.of(bind(deeds)),
      history(),
      autocompletion({
        override: [complete],
        selectOnOpen: false,
        icons: false,
        defaultKeymap: false,
        closeOnBlur: true,
      }),
      keymap.of([...historyKeymap, ...defaultKeymap.filter((each) => each.key !== 'Enter' && each.key !== 'Escape')]),
      EditorState.transactionFilter.of((change) =>
        change.newDoc.lines > 1 ? [change, joinLines(change.newDoc)] : change,
      ),
      colours,
      wrongField,
      EditorView.contentAttributes.of({ 'aria-label': deeds.label, 'aria-multiline': 'false', spellcheck: 'false' }),
      EditorView.updateListener.of((update) => update.docChanged && deeds.change(update.state.doc.toString())),
      editorTheme,
    ],
  });
  return new EditorView({ state, parent: root, root });
}

export function replaceLine(view: EditorView, line: string): void {
  const changes = { from: 0, to: view.state.doc.length, insert: line };
  view.dispatch({ changes, selection: { anchor: line.length } });
}

function joinLines(doc: EditorState['doc']) {
  const changes: { from: number; to: number; insert: string }[] = [];
  for (let at = 2; at <= doc.lines; at++) {
    const { from } = doc.line(at);
    changes.push({ from: from - 1, to: from, insert: ' ' });
  }
  return { changes, sequential: true };
}

function bind({ enter, leave, browse }: EditorDeeds): KeyBinding[] {
  const isOpen = (view: EditorView) => completionStatus(view.state) === 'active';
  const back = (view: EditorView, step: number) => {
    const line = browse(view.state.doc.toString(), step);
    if (line !== null) replaceLine(view, line);
    return true;
  };
  const accept = (view: EditorView) => {
    if (!isOpen(view)) return false;
    if (selectedCompletion(view.state) === null) moveCompletionSelection(true)(view);
    return acceptCompletion(view);
  };
  const clear = (view: EditorView) => {
    const choosing = selectedCompletion(view.state) !== null;
    closeCompletion(view);
    if (choosing) return true;
    if (view.state.doc.length === 0) leave();
    else replaceLine(view, '');
    return true;
  };
  const run = (view: EditorView) => {
    if (selectedCompletion(view.state) !== null && acceptCompletion(view)) return true;
    closeCompletion(view);
    enter(view.state.doc.toString());
    return true;
  };
  return [
    { key: 'Tab', run: accept },
    { key: 'Enter', run },
    { key: 'Escape', run: clear },
    { key: 'ArrowDown', run: (view) => (isOpen(view) ? moveCompletionSelection(true)(view) : back(view, -1)) },
    { key: 'ArrowUp', run: (view) => (isOpen(view) ? moveCompletionSelection(false)(view) : back(view, 1)) },
    { key: 'Ctrl-p', run: (view) => back(view, 1), preventDefault: true },
    { key: 'Ctrl-n', run: (view) => back(view, -1), preventDefault: true },
    { key: 'Ctrl-a', run: cursorLineStart },
    { key: 'Ctrl-e', run: cursorLineEnd },
    { key: 'Ctrl-u', run: deleteToLineStart, preventDefault: true },
    { key: 'Ctrl-w', run: deleteGroupBackward, preventDefault: true },
  ];
}

async function complete(context: CompletionContext): Promise<CompletionResult | null> {
  const line = context.state.doc.toString();
  const gone = new AbortController();
  context.addEventListener('abort', () => gone.abort(), { onDocChange: true });
  const found = await askCompletions(line, context.pos, gone.signal);
  const [first] = found;
  if (first === undefined || (!context.explicit && !isWanted(line, first.start, context.pos))) return null;
  const options = found.map(({ text, label }) => ({ label: text, detail: label }));
  return { from: first.start, to: first.end, options, filter: false };
}

async function askCompletions(line: string, cursor: number, signal: AbortSignal) {
  try {
    return (await readLine(line, cursor, signal)).completions;
  } catch (error) {
    if (isAborted(error) || error instanceof Refusal) return [];
    throw error;
  }
}

/** Unasked, only what has been begun is completed: a word, a quote, a saved filter, a command. */
function isWanted(line: string, start: number, cursor: number): boolean {
  if (start < cursor) return true;
  return tokenize(line.slice(0, cursor)).some(({ kind }) => kind === 'colon');
}

const colours = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = colour(view.state);
    }
    update(update: ViewUpdate) {
      if (update.docChanged) this.decorations = colour(update.state);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function colour(state: EditorState): DecorationSet {
  const marks: Range<Decoration>[] = tokenize(state.doc.toString()).map((token) =>
    Decoration.mark({ class: lookOf(token) }).range(token.from, token.to),
  );
  return Decoration.set(marks);
}

/** Where the line is wrong, in UTF-16 units; null when it is not. */
export const setWrong = StateEffect.define<number | null>();

class Caret extends WidgetType {
  override toDOM(): HTMLElement {
    const sign = document.createElement('span');
    sign.className = 'wrong';
    sign.setAttribute('aria-hidden', 'true');
    return sign;
  }
}

const wrongField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(now, change) {
    for (const effect of change.effects) {
      if (effect.is(setWrong)) return pointAt(effect.value, change.state.doc.length);
    }
    return change.docChanged ? Decoration.none : now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function pointAt(at: number | null, length: number): DecorationSet {
  if (at === null) return Decoration.none;
  return Decoration.set(Decoration.widget({ widget: new Caret(), side: 1 }).range(Math.min(at, length)));
}
