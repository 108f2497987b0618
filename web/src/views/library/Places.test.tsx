import { cleanup, render, within } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { i18n } from '../../locales/i18n';
import { go } from '../../model/route';
import { Places, PlaceTabs } from './Places';

const show = () =>
  render(
    <I18nextProvider i18n={i18n}>
      <Places />
      <PlaceTabs />
    </I18nextProvider>,
  );

beforeEach(() => void vi.stubGlobal('fetch', () => Promise.reject(new TypeError('nobody is there'))));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  go({ page: 'conversation', id: null, turnId: null });
});

it('stand in one order, whatever page is open, and say where the person is', () => {
  go({ page: 'panels', id: null });

  const places = within(show().getByRole('navigation', { name: 'Pages' })).getAllByRole('link');

  expect(places.map((each) => each.textContent)).toEqual([
    'Conversations',
    'Journal',
    'Advisors & panels',
    'Documents & memory',
    'Tests',
    'Settings',
  ]);
  expect(places.filter((each) => each.getAttribute('aria-current') === 'page').map((each) => each.textContent)).toEqual(
    ['Advisors & panels'],
  );
});

it('lead back to the conversation that was open', () => {
  go({ page: 'conversation', id: 'c_1', turnId: null });
  go({ page: 'documents', id: null });
  const page = show();

  expect(page.getByRole('link', { name: 'Conversations' }).getAttribute('href')).toBe('/c/c_1');
  expect(page.getByRole('link', { name: 'Memory' }).getAttribute('href')).toBe('/memory/c_1');
});
