import { act, cleanup, render, screen } from '@testing-library/react';
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
});
