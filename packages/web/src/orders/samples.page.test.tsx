import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../testing/fake-server.ts';
import { showPage } from '../testing/show-page.tsx';
import CheckoutPage from './checkout.page.tsx';
import OrderInfoPage from './order-info.page.tsx';
import { sampleTexts as texts } from './sample-texts.ts';
import { texts as orderTexts } from './texts.ts';

test('the page of an order shows sample data, says so, and asks the server nothing', () => {
  const fake = fakeServer();
  showPage(<OrderInfoPage />, '/orderinfo');
  expect(screen.getByRole('heading', { level: 1, name: texts.info })).toBeDefined();
  expect(screen.getByText(texts.note)).toBeDefined();
  expect(screen.getByText('12.40 元')).toBeDefined();
  expect(screen.getByRole('link', { name: texts.toOrders }).getAttribute('href')).toBe('#/order');
  expect(fake.seen).toEqual([]);
});

test('the page of a payment reckons with sample data, says so, and asks the server nothing', () => {
  const fake = fakeServer();
  showPage(<CheckoutPage />, '/checkout');
  expect(screen.getByText(texts.note)).toBeDefined();
  for (const text of ['19.90 元', '−5.00 元', '−2.50 元', '12.40 元', '支付宝、微信、USDT'])
    expect(screen.getByText(text)).toBeDefined();
  expect(screen.getByRole('link', { name: orderTexts.shop }).getAttribute('href')).toBe('#/shop');
  expect(fake.seen).toEqual([]);
});
