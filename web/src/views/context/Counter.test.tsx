import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { i18n } from '../../locales/i18n';
import { conversation } from '../../model/conversation';
import { changeDraft } from '../../model/draft';
import { preview } from '../../model/preview';
import { trims } from '../../model/trims';
import type { ConversationView } from '../../protocol/events';
import { Counter } from './Counter';

const told = (included: number, visible: number) =>
  preview.setState({ conversationId: 'c_1', latest: { included, visible, advisors: [] } as never });

beforeEach(() => {
  const turns = [{ id: 't_1', all_completed: true, replies: [] }];
  conversation.setState({ id: 'c_1', view: { turns } as unknown as ConversationView });
  told(12, 34);
  render(
    <I18nextProvider i18n={i18n}>
      <Counter />
    </I18nextProvider>,
  );
});

afterEach(cleanup);

describe('the counter', () => {
  it('tells on demand what was reckoned, what was kept free, the limit and the rate (W59)', async () => {
    const advisor = {
      advisor_id: 'a_1',
      name: 'Skeptic',
      included: 12,
      history_tokens: 4100,
      request_allowance: 600,
      request_tokens: 31,
      limit: 8192,
      binding: 'window',
      calibrated: true,
      chars_per_token: 3.9,
    };
    act(() => preview.setState({ latest: { included: 12, visible: 34, advisors: [advisor] } as never }));
    await act(async () => fireEvent.click(screen.getByRole('button')));

    const told = Object.fromEntries(
      [...document.querySelectorAll('dl div')].map((row) => [
        row.querySelector('dt')?.textContent,
        row.querySelector('dd')?.textContent,
      ]),
    );
    expect(told).toEqual({
      'Shown by this filter': '34',
      'Of those, sent': '12',
      'Cut to fit in the last finished send': '0',
      'History, tightest advisor': '4,100 tok',
      'Kept free for your message': '600 tok',
      'Your message': '31 tok',
      'Room for one request': '8,192 tok',
      'Characters per token, learned': '3.9',
    });
  });

  it('says included of visible, and follows the preview (W56, W74)', () => {
    expect(screen.getByRole('button').textContent).toContain('12 of 34');
    act(() => told(3, 7));
    expect(screen.getByRole('button').textContent).toContain('3 of 7');
  });

  it('says what was predicted and what went after a send that was cut to fit, under that filter only (W56, W57, D29)', () => {
    const trim = { advisorId: 'a_1', predicted: 12, turnIds: ['t_0'], visible: 34 };
    act(() => trims.setState({ trims: [{ ...trim, advisorId: 'a_2', predicted: 14, turnIds: ['t_0'] }, trim] }));
    expect(
      screen.getByRole('button', { name: /^11 of 34 turns were sent: 12 were expected, 1 cut to fit/ }),
    ).toBeTruthy();
    expect(screen.getByText('were sent, 1 cut')).toBeTruthy();

    act(() => changeDraft('c_1', { filter: 's2' }));
    expect(screen.getByRole('button').textContent).toContain('12 of 34');
  });

  it('opens to predicted and visible, what is kept for the message, what was cut last and what goes along (W58)', async () => {
    const voice = { request_allowance: 8000, binding: null };
    const advisors = [
      { ...voice, advisor_id: 'a_1', name: 'Ledger', included: 12, history_tokens: 1234 },
      { ...voice, advisor_id: 'a_2', name: 'Keel', included: 14, history_tokens: 2345 },
    ];
    const trim = { advisorId: 'a_1', predicted: 12, turnIds: ['t_0', 't_1'], visible: 34 };
    act(() => {
      changeDraft('c_1', { filter: '' });
      trims.setState({ trims: [trim], filter: '' });
      preview.setState({ latest: { included: 12, visible: 34, advisors } as never });
    });
    await userEvent.click(screen.getByRole('button'));

    const facts = (await screen.findAllByRole('term')).map((name) => [
      name.textContent,
      name.nextElementSibling?.textContent,
    ]);
    expect(facts).toEqual(
      expect.arrayContaining([
        ['Shown by this filter', '34'],
        ['Of those, sent', '12'],
        ['Cut to fit in the last finished send', '2'],
        ['History, tightest advisor', '1,234 tok'],
        ['Kept free for your message', '8,000 tok'],
      ]),
    );
  });
});
