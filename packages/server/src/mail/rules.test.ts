import { describe, expect, test } from 'vitest';
import { makeMailMessage } from './message.ts';
import { consoleBase, isAddress, mailIsOn, nextTry, reasonOf, senderOf, verdictOf } from './rules.ts';

describe('addresses', () => {
  test.each(['a@b.co', "o'neil+x@mail.example.com", 'noreply@localhost'])('%s is one', (text) => {
    expect(isAddress(text)).toBe(true);
  });
  test.each([
    '',
    'a@b.co\r\nBcc: c@d.co',
    'a@b.co, c@d.co',
    '<a@b.co>',
    'a b@c.co',
    'ä@b.co',
    'a@-b.co',
    `${'a'.repeat(250)}@b.co`,
  ])('%j is none', (text) => {
    expect(isAddress(text)).toBe(false);
  });
  test('mails come from the address of the settings, else from the account, and are off without either', () => {
    const settings = { smtp_host: 'mail.example', smtp_from: '', smtp_user: 'noreply@mail.example' };
    expect(senderOf(settings)).toBe('noreply@mail.example');
    expect(senderOf({ ...settings, smtp_from: 'hello@site.example' })).toBe('hello@site.example');
    expect(mailIsOn(settings)).toBe(true);
    expect(mailIsOn({ ...settings, smtp_user: 'apikey' })).toBe(false);
    expect(mailIsOn({ ...settings, smtp_host: ' ' })).toBe(false);
  });
});

describe('a failed try', () => {
  test.each([
    [{ code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO', response: '550 5.1.1 no such user' }, 'refused'],
    [{ code: 'EMESSAGE', responseCode: 554, command: 'DATA', response: '554 5.6.0 no' }, 'refused'],
    [{ code: 'EENVELOPE', responseCode: 450, command: 'RCPT TO', response: '450 4.2.0 greylisted' }, 'later'],
    [{ code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO', response: '550 5.7.1 relaying denied' }, 'later'],
    [{ code: 'EENVELOPE', responseCode: 530, command: 'RCPT TO', response: '530 log in first' }, 'later'],
    [{ code: 'EENVELOPE', responseCode: 553, command: 'MAIL FROM', response: '553 not your address' }, 'stop'],
    [{ code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN' }, 'stop'],
    [{ code: 'ESOCKET', command: 'CONN' }, 'stop'],
    [{}, 'stop'],
  ] as const)('%j means %s', (fault, verdict) => {
    expect(verdictOf(fault)).toBe(verdict);
  });

  test('is told in words of a closed shape, never with the message of the server', () => {
    expect(reasonOf({ code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO', response: 'lin@example.com' })).toBe(
      'EENVELOPE 550 RCPT TO',
    );
    expect(reasonOf({ code: '<script>' })).toBe('script');
    expect(reasonOf({})).toBe('unknown');
  });

  test('is followed by pauses that grow to half a day', () => {
    const now = new Date('2026-11-21T04:00:00Z');
    const minutes = [1, 2, 3, 4, 5, 6, 7, 8, 99].map((n) => (nextTry(n, now).getTime() - now.getTime()) / 60_000);
    expect(minutes).toEqual([1, 2, 5, 10, 30, 120, 360, 720, 720]);
  });
});

describe('where links lead', () => {
  const env = { PUBLIC_URL: 'https://console.example/', DOMAINS: ['two.example'], HOST: '127.0.0.1', PORT: 3000 };
  test.each([
    ['', 'https://console.example'],
    ['evil.example', 'https://console.example'],
    ['127.0.0.1', 'https://console.example'],
    ['two.example', 'https://two.example'],
    ['TWO.example', 'https://two.example'],
    ['best.example', 'https://best.example'],
    ['evil.two.example', 'https://console.example'],
  ])('a page on %j gets links to %s', (wanted, base) => {
    expect(consoleBase(env, { preferDomain: 'best.example' }, wanted)).toBe(base);
  });
  test('without an address of its own the recommended domain stands in, then where the server listens', () => {
    const bare = { ...env, PUBLIC_URL: '', DOMAINS: [] };
    expect(consoleBase(bare, { preferDomain: 'best.example' })).toBe('https://best.example');
    expect(consoleBase(bare, { preferDomain: 'https://best.example:8443' })).toBe('https://best.example:8443');
    expect(consoleBase({ ...bare, HOST: '0.0.0.0' }, { preferDomain: '' })).toBe('http://127.0.0.1:3000');
    expect(consoleBase({ ...bare, HOST: '2001:db8::1' }, { preferDomain: '' })).toBe('http://[2001:db8::1]:3000');
  });
});

describe('a mail message', () => {
  const mail = makeMailMessage({
    site: '天港<b>\r\nBcc: x@y.z',
    subject: '您好\n第二行',
    before: ['第一段 & <script>alert(1)</script>'],
    link: { label: '打开', url: 'https://console.example/#/confirm?a=1&b="2"' },
    after: ['两行\n文字'],
  });
  test('has one subject line, whatever the site is called', () => {
    expect(mail.subject).toBe('【天港<b> Bcc: x@y.z】您好 第二行');
  });
  test('says the same in plain text and in HTML, in which nothing but our own markup is markup', () => {
    for (const text of ['第一段', '打开', '两行', '自动发送']) {
      expect(mail.text).toContain(text);
      expect(mail.html).toContain(text);
    }
    expect(mail.html).not.toMatch(/<script|<b>|<img|<link|src=/);
    expect(mail.html).toContain('&lt;script&gt;alert(1)');
    expect(mail.html).toContain('href="https://console.example/#/confirm?a=1&amp;b=&quot;2&quot;"');
    expect(mail.text).toContain('打开：\nhttps://console.example/#/confirm?a=1&b="2"\n');
  });
});
