import { expect, test } from 'vitest';
import { createOutgoing, type Outgoing } from '../../platform/outgoing.ts';
import { fetchList, listAddressProblem } from './fetch-list.ts';

const strict = createOutgoing({ allowPrivate: false });

/** Answers the first address with a redirect; all others are asked as usual. */
const redirectingTo = (location: string): Outgoing => ({
  ...strict,
  send: async (request) =>
    request.url.hostname === 'lists.example'
      ? { status: 302, text: '', bytes: Buffer.alloc(0), headers: { location } }
      : strict.send(request),
});

const ask = (http: Outgoing) => {
  const signal = new AbortController().signal;
  return fetchList({ address: 'https://lists.example/cn.txt', etag: '', allowPrivate: false, signal }, http);
};

test.each([
  ['a private address', 'https://10.0.0.1/cn.txt'],
  ['the metadata service', 'https://169.254.169.254/latest'],
  ['this machine by its name', 'https://localhost/cn.txt'],
  ['an unencrypted address', 'http://lists.test/cn.txt'],
  ['itself without end', 'https://lists.example/again'],
  ['nowhere', 'https://['],
])('follows no redirect to %s', async (_, location) => {
  expect(await ask(redirectingTo(location))).toEqual({ kind: 'problem', problem: 'address' });
});

test.each([
  ['https://lists.example/cn.txt', undefined],
  ['http://lists.example/cn.txt', '名单地址应以 https:// 开头'],
  ['https://192.168.1.1/cn.txt', '名单地址不能是内网地址'],
  ['https://127.1/cn.txt', '名单地址不能是内网地址'],
])('says what is wrong with %s', (address, problem) => {
  expect(listAddressProblem(address, false)).toBe(problem);
});
