import { rawCalls } from '@skyport/contract';
import { access, raw } from '@skyport/contract/call';
import { PAY_QUERY } from '@skyport/contract/orders';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TestPayRoute } from '../platform/test-pay-route.ts';
import type { Gate } from './gate.ts';
import { mountRaw } from './raw-route.ts';

/** Where providers send a customer back to, and where that leads: only there it is known what has arrived. */
const ORDERS = `/#/order?${PAY_QUERY}=1`;

const TEST_PATH = '/pay/test/:number';

// Not in the table of calls: no installation that takes money has them.
const testRows = {
  page: raw({
    method: 'GET',
    path: TEST_PATH,
    access: access.anyone,
    rate: 'read',
    summary: 'The page of the test provider for one trade.',
    built: true,
  }),
  pay: raw({
    method: 'POST',
    path: TEST_PATH,
    access: access.anyone,
    rate: 'change',
    summary: 'Says that a trade of the test provider is paid.',
    built: true,
  }),
} as const;

/** Room for the empty form of the test provider's page, in bytes. */
const FORM_BYTES = 1024;

/** Mounts where providers send customers back to and, in tests and in the demo alone, the test provider's page. */
export const mountPay = async (gate: Gate): Promise<void> => {
  mountRaw(gate, rawCalls.payReturn, { handler: async (_request, reply) => reply.redirect(ORDERS) });
  if (gate.testPay) await mountTestPage(gate, gate.testPay);
};

const numberOf = (request: FastifyRequest): string => (request.params as { number: string }).number;

const notFound = (reply: FastifyReply): FastifyReply =>
  reply.code(404).type('text/plain; charset=utf-8').send('not found');

const mountTestPage = async (gate: Gate, testPay: TestPayRoute): Promise<void> => {
  mountRaw(gate, testRows.page, {
    handler: async (request, reply) => {
      const page = await testPay.page(numberOf(request));
      if (page === undefined) return notFound(reply);
      return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page);
    },
  });
  // In a plugin's scope of its own: nowhere else may a form come in.
  await gate.app.register(async (app) => {
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, async () => ({}));
    mountRaw(gate, testRows.pay, {
      app,
      bodyLimit: FORM_BYTES,
      handler: async (request, reply) =>
        (await testPay.pay(numberOf(request))) ? reply.redirect(rawCalls.payReturn.path, 303) : notFound(reply),
    });
  });
};
