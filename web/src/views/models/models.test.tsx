import { act, cleanup, screen as page, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openModels } from '../../commands/otherModels';
import { choiceOf } from '../../commands/preview';
import { i18n } from '../../locales/i18n';
import { closeConversation } from '../../model/conversation';
import { changeDraft, draftOf, drafts } from '../../model/draft';
import { showTurns } from '../../model/fixtures';
import { library } from '../../model/library';
import { preview } from '../../model/preview';
import { screen } from '../../model/screen';
import { workspace } from '../../model/workspace';
import type { ModelsAnswer } from '../../protocol/generated/answers';
import { ModelDialog } from './ModelDialog';
import { OtherModels } from './OtherModels';

const ADVISORS = ['Ledger', 'Keel'].map((name) => ({ id: name.toLowerCase(), name, colour: 'lapis' }));

const model = (id: string, prices: { input: number; output: number } | null) => ({
  id,
  name: id.split(':')[1] ?? id,
  default: false,
  context_window: null,
  input_limit: null,
  output_limit: null,
  prices: prices && { ...prices, cached_input: null, cache_write: null },
});

const MODELS = {
  default: 'stage:small',
  rehearsal: false,
  items: [
    {
      name: 'stage',
      kind: 'openai_chat',
      place: '',
      usable: true,
      why_not: null,
      models: [model('stage:small', { input: 0.1, output: 0.4 }), model('stage:large', null)],
    },
    { name: 'away', kind: 'x', place: '', usable: false, why_not: 'no key', models: [model('away:huge', null)] },
  ],
  next: null,
} as unknown as ModelsAnswer;

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(MODELS))));
  Element.prototype.scrollIntoView = () => {};
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  closeConversation();
  drafts.setState({}, true);
  preview.setState({ latest: null });
  library.setState({ models: MODELS });
  workspace.setState({
    advisors: ADVISORS,
    panels: [{ id: 'p_1', name: 'Table', advisor_ids: ['ledger', 'keel'], is_default: true }],
  } as never);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  screen.setState({ overlay: null });
});

function show() {
  render(
    <I18nextProvider i18n={i18n}>
      <ModelDialog />
      <OtherModels asked={ADVISORS as never} />
    </I18nextProvider>,
  );
}

it('offers what is connected, with its price, and is found by a part of its name', async () => {
  act(() => openModels(null));
  show();

  expect(page.getByRole('option', { name: /small/ }).textContent).toContain('0.1 / 0.4');
  expect(page.getByRole('option', { name: /large/ }).textContent).toContain('price not known');
  expect(page.queryByRole('option', { name: /huge/ })).toBeNull();
  await userEvent.type(page.getByRole('combobox'), 'lar');
  expect(page.queryByRole('option', { name: /small/ })).toBeNull();
  await userEvent.clear(page.getByRole('combobox'));
  await userEvent.type(page.getByRole('combobox'), 'nothing like it');
  expect(page.getByText(/No connected model is called that/)).toBeDefined();
});

it('what was picked for the message before is said while it serves somebody, and one press ends it', async () => {
  const latest = { choice: { newest_model: 'stage:large' }, advisors: [{ model: 'stage:large' }] };
  preview.setState({ latest: latest as never });
  show();

  expect(page.getByText('As before: large.')).toBeDefined();
  await userEvent.click(page.getByText('As usual', { selector: '.note *' }));
  expect(choiceOf(draftOf(null))).toEqual({ usual_models: true });

  act(() => preview.setState({ latest: { ...latest, advisors: [{ model: 'stage:own' }] } as never }));
  expect(page.queryByText('As before: large.')).toBeNull();
});

it('as usual is sent where the preview cannot say what the conversation is held to', async () => {
  showTurns([]);
  changeDraft('c_1', { models: { '': 'stage:small' } });
  show();

  await userEvent.click(page.getByText('As usual', { selector: '.note *' }));

  expect(choiceOf(draftOf('c_1'))).toEqual({ usual_models: true });
});

it('one for everybody and one for a single voice go with this message, and one press takes both back', async () => {
  act(() => openModels(null));
  show();

  await userEvent.click(page.getByRole('option', { name: /large/ }));
  expect(screen.getState().overlay).toBeNull();
  await userEvent.click(page.getByRole('radio', { name: 'Keel' }));
  await userEvent.type(page.getByRole('combobox'), 'stage:unlisted{Enter}');

  expect(choiceOf(draftOf(null))).toEqual({ model: 'stage:large', models: { keel: 'stage:unlisted' } });
  expect(page.getByText('From this message on: large. This message only: unlisted for Keel.')).toBeDefined();
  await userEvent.click(page.getByText('As usual', { selector: '.note *' }));
  expect(choiceOf(draftOf(null))).toEqual({});
});
