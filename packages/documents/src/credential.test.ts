import { hkdfSync } from 'node:crypto';
import type { LineProtocol } from '@skyport/contract/fleet';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { credentialFor, credentialMaker, credentialWidths, uuidV5 } from './credential.ts';
import { lineId, userkey } from './testing/samples.ts';

const DNS_NAMESPACE = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';

test('the UUID is version 5 of RFC 9562: its own example comes out', () => {
  expect(uuidV5(DNS_NAMESPACE, 'www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
});

test('these credentials are in the engines and in customers clients and must never change', () => {
  expect({
    vmesh_tcp: credentialFor('vmesh_tcp', lineId(1), userkey),
    vmesh_ws: credentialFor('vmesh_ws', lineId(1), userkey),
    reality: credentialFor('reality', lineId(1), userkey),
    ss: credentialFor('ss', lineId(1), userkey),
    compat: credentialFor('compat', lineId(1), userkey),
    h2: credentialFor('h2', lineId(1), userkey),
  }).toMatchInlineSnapshot(`
    {
      "compat": "eyVqJwcrUbAiiwDx9Ec1mAKi7KBUh6c9",
      "h2": "YXKqcEoqKy9LheAEVSw4-MD1P2GUKf_t",
      "reality": "f3d47965-134c-5fdc-a74d-c32d488e5b43",
      "ss": "nIjNq0uhCfuS2Zye1qrRDA==",
      "vmesh_tcp": "f3d47965-134c-5fdc-a74d-c32d488e5b43",
      "vmesh_ws": "f3d47965-134c-5fdc-a74d-c32d488e5b43",
    }
  `);
});

test('keys are HKDF-SHA256 of the UUID with a salt of the product and the protocol as info: Node finds the same', () => {
  const salt = 'skyport line credential';
  const byNode = (id: string, key: string, info: string, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', uuidV5(id, key), salt, info, length));
  fc.assert(
    fc.property(fc.uuid(), fc.string({ unit: 'grapheme' }), (id, key) => {
      expect(credentialFor('ss', id, key)).toBe(byNode(id, key, 'ss', 16).toString('base64'));
      expect(credentialFor('compat', id, key)).toBe(byNode(id, key, 'compat', 24).toString('base64url'));
      expect(credentialFor('h2', id, key)).toBe(byNode(id, key, 'h2', 24).toString('base64url'));
    }),
  );
});

test('a prepared maker gives every user what asking anew gives, in whatever order and length the keys come', () => {
  const make = credentialMaker('ss', lineId(1));
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (key) => {
      expect(make(key)).toBe(credentialFor('ss', lineId(1), key));
    }),
  );
});

test('a Shadowsocks 2022 key has exactly the 16 bytes that its method wants', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.string(), (id, key) => {
      const credential = credentialFor('ss', id, key);
      expect(Buffer.from(credential, 'base64')).toHaveLength(16);
      expect(Buffer.from(credential, 'base64').toString('base64')).toBe(credential);
    }),
  );
});

test('another userkey, another line and another protocol give another password', () => {
  const all = [
    credentialFor('compat', lineId(1), userkey),
    credentialFor('compat', lineId(2), userkey),
    credentialFor('compat', lineId(1), `${userkey.slice(0, -1)}x`),
    credentialFor('h2', lineId(1), userkey),
  ];
  expect(new Set(all).size).toBe(4);
  for (const password of all) expect(password).toMatch(/^[A-Za-z0-9_-]{32}$/);
});

test('a line id that is not a UUID is refused', () => {
  expect(() => credentialMaker('vmesh_tcp', 'line-1')).toThrow(RangeError);
});

test('credentials of a protocol are as long as it says, in ASCII', () => {
  for (const [protocol, width] of Object.entries(credentialWidths)) {
    expect(credentialFor(protocol as LineProtocol, lineId(1), userkey)).toMatch(new RegExp(`^[!-~]{${width}}$`));
  }
});
