import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { documents } from '../model/documents';
import { draftOf, drafts, NEW } from '../model/draft';
import { screen } from '../model/screen';
import { attachFiles, changeAttachedKind, leaveUpload } from './documents';

const DOCUMENT = {
  id: 'd_1',
  conversation_id: null,
  kind: 'inline',
  name: 'notes.txt',
  title: '',
  media_type: 'text/plain',
  bytes: 5,
  pages: 1,
  width: null,
  height: null,
  chars: 5,
  enabled: true,
  created_at: '2026-01-01T00:00:00Z',
  removed_at: null,
  indexed: { done: 0, total: 1 },
};

/** A request as the browser makes it; the test says how it goes. */
class Request {
  static readonly made: Request[] = [];
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  status = 0;
  response: unknown = null;
  address = '';
  onload?: () => void;
  onabort?: () => void;

  constructor() {
    Request.made.push(this);
  }
  open(_method: string, address: string): void {
    this.address = address;
  }
  setRequestHeader(): void {}
  getResponseHeader(name: string): string | null {
    return name === 'X-Request-Id' && this.status > 0 ? 'req_7' : null;
  }
  send(): void {}
  abort(): void {
    this.onabort?.();
  }
  answer(status: number, response: unknown): void {
    this.status = status;
    this.response = response;
    this.onload?.();
  }
}

const last = () => Request.made.at(-1) as Request;

beforeEach(() => {
  Request.made.length = 0;
  documents.setState({ loaded: false, list: [], uploads: [] });
  drafts.setState({ [NEW]: { ...draftOf(null), attachments: [] } });
  vi.stubGlobal('XMLHttpRequest', Request);
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ ...DOCUMENT, kind: 'library' })));
});
afterEach(() => vi.unstubAllGlobals());

describe('files brought to a message', () => {
  it('are on their way, then a chip, and are told of', async () => {
    const done = attachFiles(null, [new File(['hello'], 'notes.txt')]);
    last().upload.onprogress?.({ loaded: 1, total: 4 });

    expect(last().address).toBe('/v1/documents?name=notes.txt&kind=inline');
    expect(documents.getState().uploads).toMatchObject([{ name: 'notes.txt', share: 0.25, problem: null }]);

    last().answer(201, DOCUMENT);
    await done;
    expect(documents.getState().uploads).toEqual([]);
    expect(draftOf(null).attachments).toEqual([
      { id: 'd_1', name: 'notes.txt', kind: 'inline', bytes: 5, isImage: false },
    ]);
    expect(screen.getState().announcement).toBe('notes.txt is attached.');
  });

  it('stand in the order they were chosen in, whichever arrives first', async () => {
    const done = attachFiles(null, [new File(['hello'], 'notes.txt'), new File(['x'], 'dot.png')]);

    last().answer(201, { ...DOCUMENT, id: 'd_2', name: 'dot.png' });
    await vi.waitFor(() => expect(draftOf(null).attachments).toHaveLength(1));
    (Request.made[0] as Request).answer(201, DOCUMENT);
    await done;

    expect(draftOf(null).attachments.map((each) => each.name)).toEqual(['notes.txt', 'dot.png']);
  });

  it('stay with a sentence when they are refused, until it is dismissed', async () => {
    const done = attachFiles(null, [new File(['x'], 'run.exe')]);
    last().answer(415, { code: 'unsupported_file', detail: 'run.exe cannot be taken: it is a program' });
    await done;

    const [refused] = documents.getState().uploads;
    expect(refused?.problem).toContain('it is a program');
    leaveUpload(refused?.id ?? 0);
    expect(documents.getState().uploads).toEqual([]);
  });

  it('are refused with the name of the request where the fault is the server’s own', async () => {
    const done = attachFiles(null, [new File(['x'], 'notes.txt')]);
    last().answer(500, { code: 'internal', detail: 'Something broke here' });
    await done;

    expect(documents.getState().uploads[0]?.problem).toContain('req_7');
  });

  it('can be stopped on their way', async () => {
    const done = attachFiles(null, [new File(['x'], 'long.pdf')]);
    leaveUpload(documents.getState().uploads[0]?.id ?? 0);
    await done;

    expect(documents.getState().uploads).toEqual([]);
    expect(draftOf(null).attachments).toEqual([]);
  });

  it('are used in another way when the person says so', async () => {
    const done = attachFiles(null, [new File(['hello'], 'notes.txt')]);
    last().answer(201, DOCUMENT);
    await done;
    const [file] = draftOf(null).attachments;
    if (file) await changeAttachedKind(null, file, 'library');

    expect(draftOf(null).attachments.map((each) => each.kind)).toEqual(['library']);
  });
});
