import { rawCalls } from '@skyport/contract';
import { corpus } from '@skyport/server/files/testing/corpus';
import { formOf, picture } from '@skyport/server/files/testing/pictures';
import type { RawRequest } from './client.ts';

const json = (value: unknown) => (): Buffer => Buffer.from(JSON.stringify(value));
const person = { id: 9001, first_name: 'Lin', username: 'lin' };
const message = {
  message_id: 1,
  date: 1_700_000_000,
  chat: { id: 9001, type: 'private' },
  from: person,
  text: '/help',
};

let updates = 1;
/** What Telegram delivers; each has a number of its own, because a known one is passed over. */
export const benignUpdate = (): Buffer => json({ update_id: (updates += 1), message })();

const changed = (change: object) => (): Buffer =>
  json({ update_id: (updates += 1), message: { ...message, ...change } })();

/** Bodies of deliveries that Telegram would never make, under its own secret. */
export const hostileUpdates: readonly (readonly [string, () => Buffer])[] = [
  ['nothing', () => Buffer.alloc(0)],
  ['half of JSON', () => Buffer.from('{"update_id":')],
  ['null', json(null)],
  ['a list', json([1, 2])],
  ['lists in lists', () => Buffer.from('['.repeat(100_000) + ']'.repeat(100_000))],
  ['objects in objects', () => Buffer.from(`${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`)],
  ['a prototype', () => Buffer.from('{"__proto__":{"update_id":1},"update_id":2}')],
  ['a constructor', () => Buffer.from('{"constructor":{"prototype":{"a":1}},"update_id":3}')],
  ['a number beyond all', () => Buffer.from('{"update_id":1e999}')],
  ['a hundred thousand digits', () => Buffer.from(`{"update_id":${'9'.repeat(100_000)}}`)],
  ['a number below nothing', json({ update_id: -1, message })],
  ['bytes that are no text', () => Buffer.from([0x22, 0xff, 0xfe, 0x22])],
  ['more than the route takes', () => Buffer.alloc(300 * 1024, 0x20)],
  ['a text of two hundred thousand', changed({ text: 'a'.repeat(200_000) })],
  ['a command without end', changed({ text: `/bind ${'a '.repeat(90_000)}` })],
  ['a NUL in a text', changed({ text: '/help\u0000' })],
  ['half of a pair', changed({ text: '/help \ud800' })],
  ['a name of two hundred thousand', changed({ from: { ...person, first_name: 'n'.repeat(200_000) } })],
  ['no sender', changed({ from: undefined })],
  ['a chat that is a text', changed({ chat: 'everybody' })],
  ['a chat of another kind', changed({ chat: { id: -1, type: 'supergroup' } })],
  ['a number too large', changed({ from: { ...person, id: 2 ** 63 } })],
  [
    'ten thousand marks',
    changed({ entities: Array.from({ length: 5000 }, () => ({ type: 'bold', offset: 0, length: 1 })) }),
  ],
  ['answers in answers', () => Buffer.from(nested(400))],
];

const nested = (depth: number): string => {
  let text = JSON.stringify(message);
  for (let n = 0; n < depth; n += 1)
    text = `{"message_id":1,"date":1,"chat":{"id":1,"type":"private"},"reply_to_message":${text}}`;
  return `{"update_id":${(updates += 1)},"message":${text}}`;
};

const BOUNDARY = 'skyport-form-boundary';
const part = (head: string, body = ''): string => `--${BOUNDARY}\r\n${head}\r\n\r\n${body}\r\n`;
const field = (name: string, value: string): string => part(`Content-Disposition: form-data; name="${name}"`, value);
const FILE = 'Content-Disposition: form-data; name="file"; filename="a.png"';

/** Forms by what is wrong with them. */
const FORMS: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['no end', part(FILE, 'abc')],
  ['only an end', `--${BOUNDARY}--\r\n`],
  ['a thousand fields', `${Array.from({ length: 1000 }, (_, n) => field(`k${n}`, 'v')).join('')}--${BOUNDARY}--\r\n`],
  ['a field of a megabyte', `${field('k', 'a'.repeat(1_000_000))}--${BOUNDARY}--\r\n`],
  ['a name of a hundred thousand', `${field('k'.repeat(100_000), 'v')}--${BOUNDARY}--\r\n`],
  ['a prototype', `${field('__proto__', 'v')}${part(FILE, 'abc')}--${BOUNDARY}--\r\n`],
  ['a head without end', `--${BOUNDARY}\r\n${'x-a: b\r\n'.repeat(20_000)}`],
  ['a head of one line', `--${BOUNDARY}\r\nContent-Disposition: ${'form-data; '.repeat(20_000)}\r\n\r\n`],
  ['boundaries without end', `--${BOUNDARY}\r\n`.repeat(20_000)],
  ['nearly boundaries', `\r\n--${BOUNDARY.slice(0, -1)}`.repeat(20_000)],
  ['an endless name of a file', `${part(`${FILE.slice(0, -1)}${'b'.repeat(50_000)}.png"`, 'abc')}--${BOUNDARY}--\r\n`],
  [
    'a path as a name',
    `${part('Content-Disposition: form-data; name="file"; filename="../../etc/a.png"', 'abc')}--${BOUNDARY}--\r\n`,
  ],
  ['a coding of mails', `${part(`${FILE}\r\nContent-Transfer-Encoding: base64`, 'AAAA')}--${BOUNDARY}--\r\n`],
  ['two files', `${part(FILE, 'abc')}${part(FILE, 'def')}--${BOUNDARY}--\r\n`],
];

/** Types that a form is sent as. */
const TYPES = [
  'multipart/form-data',
  'multipart/form-data; boundary=',
  `multipart/form-data; boundary=${'b'.repeat(5000)}`,
  `multipart/form-data; ${'a="b";'.repeat(1000)} boundary=${BOUNDARY}`,
  'multipart/mixed; boundary=a',
  'application/json',
  'text/plain',
];

const upload = (
  what: string,
  body: RawRequest['body'],
  headers: Readonly<Record<string, string>> = {},
): RawRequest => ({
  what,
  method: rawCalls.upload.method,
  path: rawCalls.upload.path,
  headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, ...headers },
  bearer: 'customer',
  ...(body && { body }),
});

const image = (name: string, bytes: () => Promise<Buffer>) => async (): Promise<Buffer> =>
  formOf(name, await bytes()).payload;
const goodForm = image('a.png', () => picture('png'));

/** A customer's picture as it should be. */
export const goodUpload = upload('benign', goodForm);

/** Everything else that a customer, or somebody who is none, may send in its place. */
export const hostileUploads: readonly RawRequest[] = [
  ...FORMS.map(([what, text]) => upload(what, () => Buffer.from(text))),
  ...TYPES.map((type) => upload(`${type.slice(0, 40)} as its type`, goodForm, { 'content-type': type })),
  ...corpus.map(([what, name, bytes]) => upload(what, image(name, bytes))),
  upload('ten megabytes', () => Buffer.alloc(10_000_000, 0x61)),
  upload('nobody', goodForm, { authorization: '' }),
  upload('a token that is none', goodForm, { authorization: `Bearer ${'a'.repeat(8000)}` }),
  upload('a cookie instead', goodForm, { authorization: '', cookie: `token=${'a'.repeat(43)}` }),
];
