import { expect, test } from 'vitest';
import { readEnv } from '../platform/env.ts';

test('nobody who serves customers by https is paid without money', () => {
  expect(readEnv({ TEST_PAYMENTS: '1', PUBLIC_URL: 'http://127.0.0.1:3000' }).TEST_PAYMENTS).toBe(true);
  expect(readEnv({ PUBLIC_URL: 'https://shop.example.com' }).TEST_PAYMENTS).toBe(false);
  for (const PUBLIC_URL of ['https://shop.example.com', 'HTTPS://shop.example.com'])
    expect(() => readEnv({ TEST_PAYMENTS: '1', PUBLIC_URL })).toThrow(
      'TEST_PAYMENTS: orders would be paid without money',
    );
});
