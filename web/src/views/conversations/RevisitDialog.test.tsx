import { cleanup, screen as page, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { askToRevisit } from '../../commands/revisiting';
import { i18n } from '../../locales/i18n';
import { route } from '../../model/route';
import { screen } from '../../model/screen';
import { type Panel, workspace } from '../../model/workspace';
import { RevisitDialog } from './RevisitDialog';

const PANELS = [
  { id: 'starter', name: 'First five', default: true },
  { id: 'p_2', name: 'Two friends', default: false },
] as unknown as Panel[];

let asked: [string, unknown][] = [];
let cost: number | null = 0.5;

beforeEach(() => {
  asked = [];
  cost = 0.5;
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    const path = new URL(url, 'http://x').pathname;
    asked.push([path, JSON.parse(String(init.body))]);
    const foreseen = { questions: 3, with_files: 1, voices: 5, cost };
    const begun = { id: 'rv_1', conversation_id: 'c_new', status: 'running' };
    const body = JSON.stringify(path.endsWith('forecast') ? foreseen : begun);
    return Promise.resolve(new Response(body, { headers: { 'Content-Type': 'application/json' } }));
  });
  workspace.setState({ panels: PANELS });
  askToRevisit('c_old', 'Moving');
  render(
    <I18nextProvider i18n={i18n}>
      <RevisitDialog />
    </I18nextProvider>,
  );
});

afterEach(() => {
  cleanup();
  screen.setState({ overlay: null, notice: null });
  vi.unstubAllGlobals();
});

describe('asking a panel what was once asked', () => {
  it('says how many questions, of whom and for how much before anything is sent', async () => {
    await page.findByText('Questions: 3. Advisors: 5.');

    expect(page.getByText(/^At most \$0\.50/)).toBeTruthy();
    expect(page.getByText('Questions whose files are not sent again: 1.')).toBeTruthy();
    expect(asked.map(([path]) => path)).toEqual(['/v1/conversations/c_old/revisits/forecast']);
  });

  it('reckons anew for another panel, begins and opens the new conversation', async () => {
    const user = userEvent.setup();
    await page.findByText('Questions: 3. Advisors: 5.');
    await user.selectOptions(page.getByLabelText('Panel'), 'p_2');
    await page.findByText('Questions: 3. Advisors: 5.');
    await user.click(page.getByRole('button', { name: 'Ask them' }));
    await vi.waitFor(() => expect(route.getState().now).toMatchObject({ page: 'conversation', id: 'c_new' }));

    expect(asked.at(-2)).toEqual(['/v1/conversations/c_old/revisits/forecast', { panel_id: 'p_2' }]);
    expect(asked.at(-1)).toEqual([
      '/v1/conversations/c_old/revisits',
      { panel_id: 'p_2', title: 'Moving (asked anew)' },
    ]);
    expect(screen.getState().overlay).toBeNull();
  });
});
