import { act, cleanup, fireEvent, screen as page, render, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { configuration, type Setting, spending } from '../../commands/settings';
import { i18n } from '../../locales/i18n';
import { screen } from '../../model/screen';
import { workspace } from '../../model/workspace';
import { readValue } from './Control';
import { SettingRow } from './SettingRow';
import { Spending } from './Spending';
import { saySource, sayValue, sayWhyNot } from './words';

const t = i18n.getFixedT('en', 'settings');
const draw = (view: ReactNode) => render(<I18nextProvider i18n={i18n}>{view}</I18nextProvider>);

const setting = (more: Partial<Setting> = {}): Setting => ({
  name: 'history_chars',
  value: 150_000,
  default: 150_000,
  source: 'default',
  place: null,
  scope: 'workspace',
  description: 'how long a payload may be',
  kind: 'integer',
  group: 'sending',
  editable: true,
  why_not: null,
  put_aside: null,
  needs_restart: false,
  optional: false,
  choices: null,
  minimum: 0,
  above: null,
  maximum: null,
  ...more,
});

const answers: Record<string, { status: number; body: unknown }> = {};
const asked: { method: string; address: string; body: unknown }[] = [];

beforeEach(() => {
  vi.stubGlobal('fetch', (address: string, { method = 'GET', body }: RequestInit) => {
    asked.push({ method, address, body: body === undefined ? null : JSON.parse(String(body)) });
    const { status, body: answer } = answers[`${method} ${address}`] ?? { status: 200, body: {} };
    return Promise.resolve(new Response(JSON.stringify(answer), { status }));
  });
  screen.setState({ notice: null });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  asked.length = 0;
  spending.setState({ today: null });
});

describe('where a value comes from, in words', () => {
  it.each([
    [setting(), 'default'],
    [setting({ source: 'database', place: 'workspace' }), 'set here'],
    [setting({ source: 'database', place: 'instance' }), 'as the server has it'],
    [setting({ source: 'environment', place: 'ANTIPHON_PORT' }), 'from the environment (ANTIPHON_PORT)'],
    [setting({ source: 'environment' }), 'from the environment'],
    [setting({ source: 'file', place: '/etc/antiphon/antiphon.toml' }), 'from antiphon.toml'],
    [setting({ source: 'file', place: '/etc/other.toml' }), 'from /etc/other.toml'],
    [setting({ source: 'start' }), 'given when the server was started'],
  ])('%#', (given, words) => {
    expect(saySource(t, given)).toBe(words);
  });

  it('says what to do about one that is decided elsewhere', () => {
    const decided = setting({ source: 'environment', place: 'ANTIPHON_HISTORY_CHARS', editable: false });
    expect(sayWhyNot(t, decided)).toContain('ANTIPHON_HISTORY_CHARS in the environment decides this');
  });

  it('shows no secret', () => {
    expect(sayValue(t, setting({ kind: 'secret', value: '**********' }))).toBe('hidden');
    expect(sayValue(t, setting({ kind: 'secret', value: null }))).toBe('none');
  });
});

describe('what was typed', () => {
  it('becomes a number, nothing, or what the server shall refuse', () => {
    expect(readValue(setting(), ' 120 000 ')).toBe(120_000);
    expect(readValue(setting({ kind: 'number' }), '3.5')).toBe(3.5);
    expect(readValue(setting({ optional: true }), '')).toBeNull();
    expect(readValue(setting(), '')).toBe('');
    expect(readValue(setting(), 'many')).toBe('many');
    expect(readValue(setting({ kind: 'text' }), ' 007 ')).toBe('007');
  });
});

describe('changing a setting', () => {
  it('saves on Enter and offers to take it back', async () => {
    const changed = setting({ value: 90_000, source: 'database', place: 'workspace' });
    answers['PUT /v1/settings/history_chars'] = { status: 200, body: changed };
    answers['DELETE /v1/settings/history_chars'] = { status: 200, body: {} };
    answers['GET /v1/settings/history_chars'] = { status: 200, body: setting() };
    configuration.setState({ list: [setting()] });
    draw(<SettingRow setting={setting()} />);

    const field = page.getByLabelText('Most that is sent');
    await userEvent.clear(field);
    await userEvent.type(field, '90000{Enter}');

    expect(asked).toContainEqual({
      method: 'PUT',
      address: '/v1/settings/history_chars',
      body: { value: 90_000 },
    });
    await waitFor(() => expect(configuration.getState().list).toEqual([changed]));
    const { notice } = screen.getState();
    await act(async () => notice?.undo?.());
    await waitFor(() => expect(configuration.getState().list).toEqual([setting()]));
    expect(asked.at(-2)).toMatchObject({ method: 'DELETE', address: '/v1/settings/history_chars' });
  });

  it('leaves an input method its Enter and Esc', async () => {
    draw(<SettingRow setting={setting()} />);
    const field = page.getByLabelText<HTMLInputElement>('Most that is sent');
    await userEvent.type(field, '0');

    fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
    fireEvent.keyDown(field, { key: 'Escape', isComposing: true });

    expect([asked, field.value]).toEqual([[], '1500000']);
  });

  it('leaves the keyboard in the field, which shows what the server made of it', async () => {
    const changed = setting({ value: 90_000, source: 'database', place: 'workspace' });
    const { rerender } = draw(<SettingRow setting={setting()} />);
    const field = page.getByLabelText<HTMLInputElement>('Most that is sent');
    await userEvent.clear(field);
    await userEvent.type(field, ' 90_000 {Enter}');

    rerender(
      <I18nextProvider i18n={i18n}>
        <SettingRow setting={changed} />
      </I18nextProvider>,
    );

    expect([field.value, document.activeElement]).toEqual(['90000', field]);
  });

  it('says beside the field why a value is not taken, and keeps what was typed', async () => {
    const body = { code: 'setting_refused', detail: 'no', facts: { reason: 'must be at least 0' } };
    answers['PUT /v1/settings/history_chars'] = { status: 422, body };
    draw(<SettingRow setting={setting()} />);

    const field = page.getByLabelText<HTMLInputElement>('Most that is sent');
    await userEvent.clear(field);
    await userEvent.type(field, '-5{Enter}');

    expect((await page.findByRole('alert')).textContent).toBe('Not taken: must be at least 0.');
    expect(field.value).toBe('-5');
  });

  it('says which saved value does not count, why, and offers the way back', () => {
    const put_aside = { value: 'many', reason: 'must be a number' };
    draw(<SettingRow setting={setting({ put_aside })} />);

    expect(page.getByText(/many.*must be a number\. It does not count/)).toBeTruthy();
    expect(page.getByRole('button', { name: /150,000/ })).toBeTruthy();
  });

  it('is not offered where something stronger decides', () => {
    draw(<SettingRow setting={setting({ source: 'environment', place: 'ANTIPHON_X', editable: false })} />);

    expect(page.queryByRole('textbox')).toBeNull();
    expect(page.getByText('for everybody in the workspace')).toBeTruthy();
    expect(page.getByText('from the environment (ANTIPHON_X)')).toBeTruthy();
    expect(page.getByText(/Remove it there to change it here/)).toBeTruthy();
  });
});

describe('the day in the status line', () => {
  const today = { cost: 1.84, tokens_in: 1, tokens_out: 1, cached: 0, replies: 3, unknown: 0, rehearsal: 0, turns: 1 };
  const answer = (more: object, day: number) => ({
    since: '2026-11-15T00:00:00Z',
    ceilings: { turn: 0.5, day },
    today: { ...today, ...more },
    by_advisor: [],
    by_model: [],
  });
  const show = async (body: object) => {
    answers['GET /v1/spending'] = { status: 200, body };
    const { container } = draw(<Spending />);
    await waitFor(() => expect(spending.getState().today).not.toBeNull());
    await act(async () => undefined);
    return container.textContent;
  };

  it('is what was spent of what may be, and brings the ceiling of a turn', async () => {
    expect(await show(answer({}, 5))).toBe('$1.84 of $5.00 today');
    expect(workspace.getState().ceiling).toBe(0.5);
  });

  it('says when it is too much, and when it is only a part', async () => {
    expect(await show(answer({}, 1))).toBe('$1.84 today, over your $1.00');
    cleanup();
    spending.setState({ today: null });
    expect(await show(answer({ unknown: 1 }, 0))).toBe('at least $1.84 today');
  });

  it('is nothing while nothing was spent and nothing is limited', async () => {
    expect(await show(answer({ cost: 0 }, 0))).toBe('');
  });
});
