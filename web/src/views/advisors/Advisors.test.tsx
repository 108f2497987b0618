import { act, cleanup, screen as page, render, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { i18n } from '../../locales/i18n';
import { library } from '../../model/library';
import { screen } from '../../model/screen';
import { type Advisor, workspace } from '../../model/workspace';
import { Advisors } from './Advisors';
import { ImportForm } from './ImportDialog';

const SKEPTIC: Advisor = {
  id: 'skeptic',
  version: 1,
  name: 'The Skeptic',
  description: 'You doubt.',
  tagline: '',
  colour: 'lapis',
  model: null,
  voice: null,
  tools: [],
  parameters: { temperature: 0.7, max_tokens: null, thinking: null },
  archived: false,
  created_at: '2026-11-15T08:00:00Z',
};

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

/** A server with one advisor: versions, refusals of stale edits, and an archive. */
class Server {
  versions: Advisor[] = [SKEPTIC];
  imports: { mode: string; dry_run: boolean; advisors: { name: string }[] }[] = [];
  fetch = async (path: string, init: RequestInit = {}) => {
    const body = init.body ? JSON.parse(String(init.body)) : {};
    if (init.method === 'PATCH' && body.expect_version !== this.now.version) {
      return json({ code: 'advisor_stale', detail: 'saved in between', facts: {} }, 409);
    }
    if (init.method === 'PATCH') return json(this.save(body));
    if (init.method === 'DELETE') {
      this.change({ archived: true });
      return new Response(null, { status: 204 });
    }
    const [, version] = /versions\/(\d+)\/restore$/.exec(path) ?? [];
    if (version) return json(this.save(this.versions.find((each) => each.version === Number(version))));
    if (path.endsWith('/restore')) return json(this.change({ archived: false }));
    if (path.endsWith('/versions')) return json({ items: this.versions.toReversed(), next: null });
    if (path.endsWith('/import')) return json(this.take(body));
    if (path.includes('/v1/models'))
      return json({ default: 'scripted:rehearsal', rehearsal: true, items: [], next: null });
    if (path.includes('/v1/panels')) return json({ items: [], next: null });
    return json({ items: [this.now], next: null });
  };
  get now(): Advisor {
    return this.versions.at(-1) as Advisor;
  }
  save({ expect_version: _, ...change }: Partial<Advisor> & { expect_version?: number } = {}): Advisor {
    this.versions.push({ ...this.now, ...change, version: this.now.version + 1 });
    return this.now;
  }
  change(change: Partial<Advisor>): Advisor {
    this.versions[this.versions.length - 1] = { ...this.now, ...change };
    return this.now;
  }
  take(body: Server['imports'][number]) {
    this.imports.push(body);
    const rows = body.advisors.map(({ name }) => ({
      name,
      outcome: name === 'The Skeptic' ? 'changed' : 'new',
      unarchived: false,
      id: null,
      colour: 'rose',
    }));
    const archived = body.mode === 'replace' ? [{ id: 'keel', name: 'Keel' }] : [];
    return { mode: body.mode, dry_run: body.dry_run, rows, archived, panels: [] };
  }
}

let server: Server;
const show = (view: React.ReactNode) => render(<I18nextProvider i18n={i18n}>{view}</I18nextProvider>);
const description = () => page.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' });
const save = () => page.getByRole('button', { name: 'Save' });

beforeEach(() => {
  server = new Server();
  vi.stubGlobal('fetch', server.fetch);
  workspace.setState({ loaded: true, advisors: [SKEPTIC], panels: [] });
  library.setState({ edits: {}, archived: [] });
});
afterEach(() => {
  cleanup();
  screen.setState({ notice: null });
  vi.unstubAllGlobals();
});

describe('an advisor', () => {
  it('is saved as another version, and undo brings the old words back as a third', async () => {
    const user = userEvent.setup();
    show(<Advisors id="skeptic" />);
    await user.type(description(), ' Gently.');
    await user.click(save());
    await waitFor(() => expect(server.now).toMatchObject({ version: 2, description: 'You doubt. Gently.' }));
    await waitFor(() => expect(library.getState().edits).toEqual({}));

    act(() => screen.getState().notice?.undo?.());
    await waitFor(() => expect(server.now).toMatchObject({ version: 3, description: 'You doubt.' }));
    await waitFor(() => expect(description().value).toBe('You doubt.'));
  });

  it('keeps unsaved words when the page is left', async () => {
    const user = userEvent.setup();
    const { unmount } = show(<Advisors id="skeptic" />);
    await user.type(description(), ' Loudly.');
    unmount();
    show(<Advisors id="skeptic" />);

    expect(description().value).toBe('You doubt. Loudly.');
    expect(page.getByText('not saved')).toBeDefined();
    await user.click(page.getByRole('button', { name: 'Discard changes' }));
    expect(description().value).toBe('You doubt.');
  });

  it('that somebody saved in between is shown in both forms, and mine goes over it only when I say so', async () => {
    const user = userEvent.setup();
    show(<Advisors id="skeptic" />);
    await user.clear(description());
    await user.type(description(), 'Mine.');
    server.save({ description: 'Theirs.' });
    await user.click(save());
    const stale = await page.findByText('Version 2 was saved in between.');
    const both = within(stale.closest('section') as HTMLElement);
    expect(both.getByText('Theirs.').tagName).toBe('DEL');
    expect(both.getByText('Mine.').tagName).toBe('INS');
    expect(server.now.description).toBe('Theirs.');

    await user.click(page.getByRole('button', { name: 'Keep mine, save over it' }));
    await user.click(save());
    await waitFor(() => expect(server.now).toMatchObject({ version: 3, description: 'Mine.' }));
  });

  it('is archived without asking, and undo brings it back', async () => {
    const user = userEvent.setup();
    show(<Advisors id="skeptic" />);
    await user.click(page.getByRole('button', { name: 'Archive' }));
    await waitFor(() => expect(workspace.getState().advisors).toEqual([]));
    expect(library.getState().archived.map((each) => each.id)).toEqual(['skeptic']);

    act(() => screen.getState().notice?.undo?.());
    await waitFor(() => expect(workspace.getState().advisors.map((each) => each.id)).toEqual(['skeptic']));
  });
});

describe('an import', () => {
  const paste = async (text: string) => {
    const user = userEvent.setup();
    await user.click(page.getByRole('textbox', { name: 'Or paste the text' }));
    await user.paste(text);
    return user;
  };

  it('shows what would happen before anything does', async () => {
    const done = vi.fn();
    show(<ImportForm onClose={done} />);
    const rows = [
      { name: 'The Skeptic', description: 'New words.' },
      { name: '<img src=x>', description: 'Hostile.' },
    ];
    const user = await paste(JSON.stringify({ advisors: rows }));
    const table = within(await page.findByRole('table'));
    expect(table.getByText('gets a new version')).toBeDefined();
    expect(table.getByText('<img src=x>', { exact: false })).toBeDefined();
    expect(server.imports.every((each) => each.dry_run)).toBe(true);

    await user.click(page.getByRole('radio', { name: /Replace/ }));
    expect(await page.findByText('is archived')).toBeDefined();

    await user.click(page.getByRole('button', { name: 'Import' }));
    await waitFor(() => expect(done).toHaveBeenCalled());
    expect(server.imports.at(-1)).toMatchObject({ mode: 'replace', dry_run: false, advisors: rows });
  });

  it('says what is wrong with a text that holds no advisors, and offers nothing', async () => {
    show(<ImportForm onClose={() => undefined} />);
    const user = await paste('{"advisors": []}');
    expect(await page.findByText(/There are no advisors in this/)).toBeDefined();
    expect(page.getByRole<HTMLButtonElement>('button', { name: 'Import' }).disabled).toBe(true);

    await user.clear(page.getByRole('textbox', { name: 'Or paste the text' }));
    await paste('nonsense');
    expect(await page.findByText('This is not JSON.')).toBeDefined();
    expect(server.imports).toEqual([]);
  });
});
