import { expect, test } from 'vitest';
import { OutgoingFault } from '../platform/outgoing.ts';
import { PaymentFault } from '../platform/payment-providers.ts';
import { failureOf } from './ask-failure.ts';

test('a payment that was not begun has the reason that its provider says, or that of the way to it', () => {
  expect(failureOf(new PaymentFault('refused', 'no'))).toBe('refused');
  expect(failureOf(new PaymentFault('timeout', 'late'))).toBe('timeout');
  const outside = (['slow', 'large', 'certificate', 'unreachable', 'insecure', 'private'] as const).map((code) =>
    failureOf(new OutgoingFault(code)),
  );
  expect(outside).toEqual(['timeout', 'invalid', 'unreachable', 'unreachable', 'other', 'other']);
  expect([new Error('lacks what it needs'), 'thrown', undefined].map(failureOf)).toEqual(['other', 'other', 'other']);
});
