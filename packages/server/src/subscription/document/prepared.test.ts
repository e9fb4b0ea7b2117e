import { clientAppOf } from '@skyport/documents';
import { context, viewer } from '@skyport/documents/testing/samples';
import { expect, test } from 'vitest';
import type { Catalogue } from './catalogue.ts';
import { createCredentialCache } from './credential-cache.ts';
import { createPrepared } from './prepared.ts';
import type { DocumentSpec } from './spec.ts';

const inputs = {};
const { rules } = context();
const catalogue: Catalogue = { version: 1, all: [], open: [], rules, outsideLists: [], spread: () => '' };
/** Prepares documents that differ by their address, and tells which of them were made anew. */
const scene = () => {
  const prepare = createPrepared({ warn: () => undefined });
  const cache = createCredentialCache([], 1000);
  const isMade = (webPage: string, isByRequest: boolean): boolean => {
    let made = false;
    const details: DocumentSpec['details'] = () => {
      made = true;
      return { viewer: viewer(), context: context({ webPage, reason: 'expired' }) };
    };
    const plain = {
      kind: 'ss',
      client: clientAppOf(''),
      userId: 'u',
      entitlement: '',
      switches: '',
      ownNames: '',
    } as const;
    const hosts = { selfHost: 'sub.example', linkBase: 'https://sub.example', webPage, consoleHosts: [], isByRequest };
    prepare({ catalogue, inputs }, { ...plain, ...hosts, entitled: false, reason: 'expired', details }, cache);
    return made;
  };
  return { isMade };
};

test('a document is prepared once for an address, configured or not', () => {
  const { isMade } = scene();
  for (const isByRequest of [true, false]) {
    expect([isMade('https://a.example', isByRequest), isMade('https://a.example', isByRequest)]).toEqual([true, false]);
    expect(isMade('https://b.example', isByRequest)).toBe(true);
  }
});

test('however many hosts a link is asked for under, few of their documents stay, and every configured one', () => {
  const { isMade } = scene();
  isMade('https://own.example', false);
  const hosts = Array.from({ length: 2500 }, (_, n) => `https://h${n}.example`);
  for (const host of hosts) isMade(host, true);
  expect(isMade('https://own.example', false)).toBe(false);
  // Newest first: what is not there any more takes the place of an older one.
  expect(hosts.toReversed().filter((host) => !isMade(host, true))).toHaveLength(200);
});
