import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/clock.ts';
import { recordAttempts } from '../platform/attempts-store.ts';
import { createTestApp } from '../testing.ts';
import { deliverMails, makeMailMessage, queueMail, type Urgency } from './index.ts';
import { mailboxAttempt } from './mailbox.ts';
import { removeOldMails } from './outbox-store.ts';
import { startMailServer } from './testing.ts';

const app = await createTestApp();
const { deps, clock } = app;
let server = await startMailServer();
afterAll(async () => {
  await server.stop();
  await app.close();
});

const change = app.changeSettings;

beforeEach(() => change({ ...server.settings, smtp_plain: false, smtp_from: '', site_name: '天港' }));
afterEach(async () => {
  server.trouble({});
  await deps.db.deleteFrom('mail_outbox').execute();
});

let counter = 0;
const queue = async (
  to = `lin${++counter}@example.com`,
  { expiresAt, urgency = 'notice' }: { expiresAt?: Date; urgency?: Urgency } = {},
): Promise<string> => {
  const message = makeMailMessage({
    site: '天港',
    subject: '测试',
    before: ['很机密的一句话。'],
    link: { label: '打开', url: 'https://console.test/#/confirm?key=abc' },
  });
  await queueMail(deps.db, deps, { to, kind: 'test', urgency, message, ...(expiresAt && { expiresAt }) });
  return to;
};
const outbox = () => deps.db.selectFrom('mail_outbox').selectAll().orderBy('created_at').orderBy('id').execute();

test('a mail goes out encrypted and logged in, in both forms, from the address of the settings', async () => {
  await change({ smtp_from: 'hello@site.example', site_name: '天 "港", Inc' });
  const to = await queue();
  expect(await deliverMails(deps)).toEqual({ sent: 1, refused: 0 });
  const { parsed, ...mail } = server.mailTo(to);
  expect(mail).toMatchObject({ from: 'hello@site.example', to: [to], secure: true, user: 'noreply@mail.example' });
  expect(parsed).toMatchObject({
    from: { name: '天 "港", Inc', address: 'hello@site.example' },
    to: [{ address: to }],
    subject: '【天港】测试',
  });
  expect(parsed.text).toContain('很机密的一句话。');
  expect(parsed.html).toContain('很机密的一句话。');
  expect(parsed.html).toContain('href="https://console.test/#/confirm?key=abc"');
  expect(mail.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(mail.raw).toMatch(/charset=utf-8/i);
});

test('what waits is unreadable in the database, and what was sent is gone from it', async () => {
  await queue();
  const [waiting] = await outbox();
  expect(waiting?.sealed?.toString('latin1')).not.toContain('confirm');
  expect(JSON.stringify(waiting)).not.toContain('机密');
  await deliverMails(deps);
  expect((await outbox())[0]).toMatchObject({ sealed: null, sent_at: clock.now(), gave_up_at: null });
});

test('a mail exists exactly when what caused it was committed', async () => {
  await deps.db
    .transaction()
    .execute(async (trx) => {
      const message = makeMailMessage({ site: 's', subject: 's', before: [] });
      await queueMail(trx, deps, { to: 'a@example.com', kind: 'test', urgency: 'link', message });
      throw new Error('taken back');
    })
    .catch(() => undefined);
  expect(await outbox()).toEqual([]);
});

test('an address that could carry a second header is not written to', async () => {
  for (const to of ['a@example.com\r\nBcc: b@example.com', 'a@example.com, b@example.com', '"x" <a@example.com>']) {
    await queue(to);
  }
  expect(await outbox()).toEqual([]);
});

test('while the mail server is away mails wait, are tried again later and later, and then arrive', async () => {
  const { smtp_port: port } = server.settings;
  await server.stop();
  const [first, second] = [await queue(), await queue()];
  const round = await deliverMails(deps);
  expect(round).toMatchObject({ sent: 0, stopped: expect.stringMatching(/^E/) });
  expect((await outbox()).map(({ tries }) => tries)).toEqual([1, 0]);
  clock.advance(30_000);
  await deliverMails(deps);
  expect((await outbox()).map(({ tries }) => tries)).toEqual([1, 1]);
  server = await startMailServer(port);
  await change(server.settings);
  expect((await deliverMails(deps)).sent).toBe(0);
  clock.advance(MINUTE_MS);
  expect((await deliverMails(deps)).sent).toBe(2);
  expect([server.mailTo(first).to, server.mailTo(second).to]).toEqual([[first], [second]]);
});

test('a wrong password at the mail server lets everything wait until the operator has mended it', async () => {
  await change({ smtp_password: 'wrong' });
  await queue();
  expect((await deliverMails(deps)).stopped).toBe('EAUTH 535 AUTH PLAIN');
  await change({ smtp_password: server.settings.smtp_password! });
  clock.advance(MINUTE_MS);
  expect((await deliverMails(deps)).sent).toBe(1);
});

test('a server without encryption gets nothing, not even the password, unless the operator allows it', async () => {
  const bare = await startMailServer(0, {
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
  });
  try {
    await change(bare.settings);
    const to = await queue();
    expect((await deliverMails(deps)).stopped).toMatch(/^ETLS/);
    expect(bare.mails).toEqual([]);
    await change({ smtp_plain: true });
    clock.advance(MINUTE_MS);
    expect((await deliverMails(deps)).sent).toBe(1);
    expect(bare.mailTo(to).secure).toBe(false);
  } finally {
    await bare.stop();
  }
});

test('a server whose certificate nobody vouches for gets nothing', async () => {
  await change({ smtp_ca: '' });
  await queue();
  expect((await deliverMails(deps)).stopped).toMatch(/^E(TLS|SOCKET)/);
});

test('a mail that the recipient refuses for good is given up with its text; others go on', async () => {
  server.trouble({ recipients: { part: 'nobody', code: 550, text: '5.1.1 no nobody@example.com here' } });
  await queue('nobody@example.com');
  await queue();
  expect(await deliverMails(deps)).toEqual({ sent: 1, refused: 1 });
  // Mails of the same millisecond have no order.
  const refused = (await outbox()).find(({ recipient }) => recipient === 'nobody@example.com');
  expect(refused).toMatchObject({ sealed: null, gave_up_at: clock.now(), problem: 'EENVELOPE 550 RCPT TO' });
});

test('a temporary refusal of one mail does not hold the others up', async () => {
  server.trouble({ recipients: { part: 'slow', code: 450, text: '4.2.0 try later' } });
  await queue('slow@example.com');
  await queue();
  expect(await deliverMails(deps)).toEqual({ sent: 1, refused: 0 });
  server.trouble({});
  clock.advance(MINUTE_MS);
  expect((await deliverMails(deps)).sent).toBe(1);
});

test('a connection lost after the message was taken sends it again under the same id', async () => {
  server.trouble({ dropAfterMessage: true });
  const to = await queue();
  expect((await deliverMails(deps)).stopped).toBeDefined();
  server.trouble({});
  clock.advance(MINUTE_MS);
  expect((await deliverMails(deps)).sent).toBe(1);
  const ids = server.mails.filter((mail) => mail.to.includes(to)).map(({ parsed }) => parsed.messageId);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

test('ten mails and four senders at once: every mail goes out once', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => queue()));
  const rounds = await Promise.all(Array.from({ length: 4 }, () => deliverMails(deps)));
  expect(rounds.reduce((sum, { sent }) => sum + sent, 0)).toBe(10);
  for (const to of people) expect(server.mails.filter((mail) => mail.to.includes(to))).toHaveLength(1);
});

test('a mail whose time is over is not sent, and what is done with is forgotten after a while', async () => {
  const to = await queue(undefined, { expiresAt: new Date(clock.now().getTime() + HOUR_MS) });
  clock.advance(HOUR_MS);
  expect(await deliverMails(deps)).toEqual({ sent: 0, refused: 0 });
  expect(server.mails.some((mail) => mail.to.includes(to))).toBe(false);
  expect((await outbox())[0]).toMatchObject({ sealed: null, problem: 'expired' });
  await queue();
  await removeOldMails(deps.db, new Date(clock.now().getTime() + DAY_MS));
  expect((await outbox()).map(({ sealed }) => sealed !== null)).toEqual([true]);
});

test('without a mail server everything waits', async () => {
  await queue();
  await change({ smtp_host: '' });
  expect(await deliverMails(deps)).toEqual({ sent: 0, refused: 0 });
  expect((await outbox())[0]).toMatchObject({ tries: 0, sent_at: null });
});

test('a mail that no key of ours decrypts is given up instead of standing in the way', async () => {
  await queue();
  await deps.db
    .updateTable('mail_outbox')
    .set({ sealed: Buffer.from('another key') })
    .execute();
  await queue();
  expect(await deliverMails(deps)).toEqual({ sent: 1, refused: 1 });
});

/** Queues so many mails to a mailbox and sends; gives how many arrived. */
const flood = async (to: string, urgency: Urgency, mails: number): Promise<number> => {
  for (let n = 0; n < mails; n += 1) await queue(to, { urgency });
  const { sent, refused, stopped } = await deliverMails(deps);
  expect([sent + refused, stopped]).toEqual([mails, undefined]);
  return sent;
};

/** Lets a mailbox have had so many mails just now. */
const had = async (to: string, urgency: Urgency, mails: number): Promise<void> => {
  const attempts = Array.from({ length: mails }, () => mailboxAttempt(to, urgency));
  await recordAttempts(deps.db, attempts, { at: clock.now(), ids: deps.ids });
};

test('a mailbox gets so many notices and so many links an hour and a day; of notices, those about safety are dropped last', async () => {
  const to = 'flooded@example.com';
  await had(to, 'notice', 9);
  expect([await flood(to, 'notice', 2), await flood(to, 'security', 1)]).toEqual([1, 1]);
  const dropped = (await outbox()).filter(({ gave_up_at }) => gave_up_at !== null);
  expect(dropped).toMatchObject([{ sealed: null, gave_up_at: clock.now(), problem: 'ETOOMANY 500 RCPT TO' }]);
  await had(to, 'security', 8);
  await had(to, 'link', 19);
  expect([await flood(to, 'security', 2), await flood(to, 'link', 2)]).toEqual([1, 1]);
  expect(await flood('another@example.com', 'notice', 1)).toBe(1);
  clock.advance(HOUR_MS);
  // The day's twenty are gone, and half of its forty.
  expect([await flood(to, 'notice', 1), await flood(to, 'security', 1), await flood(to, 'link', 1)]).toEqual([0, 1, 1]);
  await had(to, 'security', 18);
  await had(to, 'link', 18);
  expect([await flood(to, 'security', 2), await flood(to, 'link', 2)]).toEqual([1, 1]);
  clock.advance(HOUR_MS);
  expect([await flood(to, 'security', 1), await flood(to, 'link', 1)]).toEqual([0, 0]);
  clock.advance(DAY_MS - HOUR_MS);
  expect([await flood(to, 'notice', 1), await flood(to, 'link', 1)]).toEqual([1, 1]);
});

test("customers' requests fill an operator's mailbox, and alarms and the operator's own notices still arrive", async () => {
  const to = 'operator@example.com';
  await had(to, 'request', 19);
  expect(await flood(to, 'request', 2)).toBe(1);
  expect([await flood(to, 'alarm', 1), await flood(to, 'notice', 1), await flood(to, 'security', 1)]).toEqual([
    1, 1, 1,
  ]);
  await had(to, 'alarm', 18);
  expect(await flood(to, 'alarm', 2)).toBe(1);
  expect(await flood(to, 'notice', 1)).toBe(1);
  clock.advance(HOUR_MS);
  expect([await flood(to, 'request', 1), await flood(to, 'alarm', 1)]).toEqual([0, 1]);
});

test('the same mailbox under other spellings has no more', async () => {
  await had('wang@example.com', 'notice', 9);
  expect(await flood('wang+1@example.com', 'notice', 1)).toBe(1);
  for (const to of ['wang@example.com', 'WANG@Example.com', 'wang+x+y@example.com', 'wang+@example.com'])
    expect(await flood(to, 'notice', 1)).toBe(0);
  expect(await flood('wang.x@example.com', 'notice', 1)).toBe(1);
});

test('what did not arrive is not counted', async () => {
  const to = 'unlucky@example.com';
  await had(to, 'notice', 9);
  server.trouble({ message: { code: 450, text: '4.2.0 try later' } });
  await queue(to);
  for (let tries = 0; tries < 2; tries += 1) {
    expect(await deliverMails(deps)).toEqual({ sent: 0, refused: 0 });
    clock.advance(5 * MINUTE_MS);
  }
  server.trouble({});
  expect((await deliverMails(deps)).sent).toBe(1);
});

test('of many senders at once none gets round the limit of a mailbox', async () => {
  const to = 'hurried@example.com';
  await had(to, 'notice', 7);
  for (let n = 0; n < 12; n += 1) await queue(to);
  const rounds = await Promise.all(Array.from({ length: 4 }, () => deliverMails(deps)));
  expect(rounds.reduce((sum, { sent }) => sum + sent, 0)).toBe(3);
});
