import { screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeServer } from '../testing/fake-server.ts';
import { showPage } from '../testing/show-page.tsx';
import { useCountries } from './use-countries.ts';

const Countries = () => (
  <p>
    {useCountries()
      .map(({ label }) => label)
      .join('，') || '没有国家'}
  </p>
);

const FILE = '/country/country.json';

test('the list of countries that cannot be read is logged, and nothing else is said', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  fakeServer().answerPlain(FILE, () => new Response('gone', { status: 502 }));
  showPage(<Countries />);
  await expect.poll(() => warn.mock.calls.map(([what]) => String(what))).toEqual([FILE]);
  expect(screen.getByText('没有国家')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('countries are named with their flags', async () => {
  fakeServer().answerPlain(FILE, () => [{ name: '日本', flag: '🇯🇵' }]);
  showPage(<Countries />);
  expect(await screen.findByText('🇯🇵 日本')).toBeDefined();
});
