import { createHash, hkdfSync } from 'node:crypto';
import { credentialMaker, fill, precompress, usageHeader, type CredentialRow } from '@skyport/documents';
import { uuidV5 } from '@skyport/documents/credential';
import { keyDeriver } from '@skyport/documents/hkdf';
import { base64, personal, slot, template } from '@skyport/documents/template';
import { compile } from '@skyport/documents/compiled';
import { createSecrets, sameBytes } from '@skyport/server/platform/secrets';
import { systemRandom } from '@skyport/server/platform/ids';
import { createDocumentHeaders, sharedHeadersOf } from '@skyport/server/subscription/document/document-headers';
import { createBodyPool } from '@skyport/server/subscription/document/body-pool';
import type { DocumentPart } from './alternate.ts';
import { documentOf, filledCache, keyAt, lines } from './sample.ts';

const sharedHeaders = {
  title: '云港',
  contentType: 'text/yaml; charset=utf-8',
  webPage: 'https://www.example.com',
};
const usage = { upload: 0, download: 1e9, total: 5e10, expireSeconds: 1_800_000_000 };

const texts = (which: string): string => which;

/** Bodies that are under way at a time. */
const UNDER_WAY = 32;

/** Gives each body back when so many others have been made after it, as answers that are being sent do. */
const sendingInTurn = (give: (body: Buffer) => void) => {
  const bodies: (Buffer | undefined)[] = [];
  return (body: Buffer, index: number): void => {
    const sent = bodies[index % UNDER_WAY];
    if (sent) give(sent);
    bodies[index % UNDER_WAY] = body;
  };
};

/** Parts that need neither a database nor a server. */
export const pureParts = async (): Promise<DocumentPart[]> => {
  const cache = filledCache();
  const places = [...cache.layout.values()];
  const makers = lines.map(({ protocol, id }) => credentialMaker(protocol, id));
  const width = places.reduce((end, place) => Math.max(end, place.offset + place.width), 0);
  const secrets = createSecrets('bench-only-secret-key-of-enough-length-0123456789', systemRandom);
  const hash = secrets.mac('userkey', keyAt(0));
  const rowOf = (key: string): CredentialRow => cache.get(key)!;
  const clash = documentOf('flclash', cache);
  const list = documentOf('v2box', cache);
  const small = (await precompress(clash.compiled))!;
  const headersOf = createDocumentHeaders();
  const pool = createBodyPool(16 * 1024 * 1024);
  const [sendPooled, sendFresh] = [sendingInTurn(pool.give), sendingInTurn(() => undefined)];
  const [sendSmallPooled, sendSmallFresh] = [sendingInTurn(pool.give), sendingInTurn(() => undefined)];
  const plainRow = (key: string): CredentialRow => {
    const row = Buffer.alloc(width);
    for (const [at, { offset }] of places.entries()) row.write(makers[at]!(key), offset, 'latin1');
    return row;
  };
  const credentialAt = (key: string) => (num: number) => {
    const { offset, width: length } = cache.layout.get(num)!;
    return rowOf(key).toString('latin1', offset, offset + length);
  };
  const vmessJson = [
    '{"v":"2","ps":"香港 01","add":"node1.example.com","port":"20000","id":"',
    slot(1),
    '","aid":"0","scy":"auto","net":"tcp"}',
  ];
  const links = (more: readonly ReturnType<typeof personal>[]) =>
    compile(template([base64(lines.flatMap(() => ['vmess://', base64([...vmessJson, ...more]), '\n']))]), cache.layout);
  const [spliced, whole] = [links([]), links([personal('used')])];
  const derive = keyDeriver('skyport line credential', 'ss', 16);
  const uuids = lines.map(({ id }) => credentialMaker('vmesh_tcp', id));
  const plainUuid = (id: string, key: string): string => {
    const bytes = createHash('sha1')
      .update(Buffer.from(id.replaceAll('-', ''), 'hex'))
      .update(key)
      .digest();
    bytes[6] = (bytes[6]! & 0x0f) | 0x50;
    bytes[8] = (bytes[8]! & 0x3f) | 0x80;
    return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  };
  const uuid = uuidV5(lines[0]!.id, keyAt(0));
  const empty = () => '';

  return [
    {
      name: 'credentials are cached',
      product: (index) => places.every((place) => rowOf(keyAt(index))[place.offset] !== 0),
      plain: (index) => plainRow(keyAt(index)),
    },
    {
      name: 'HMACs of keys are cached',
      product: (index) => sameBytes(cache.macOf(rowOf(keyAt(index))), hash),
      plain: (index) => sameBytes(secrets.mac('userkey', keyAt(index)), hash),
    },
    {
      name: 'templates are laid out as bytes (clash)',
      product: (index) => clash.compiled.fill(rowOf(keyAt(index)), texts, Buffer.allocUnsafe),
      plain: (index) =>
        Buffer.from(fill(clash.rendered.template, { credential: credentialAt(keyAt(index)), personal: texts })),
    },
    {
      name: 'templates are laid out as bytes (list of links)',
      product: (index) => list.compiled.fill(rowOf(keyAt(index)), texts, Buffer.allocUnsafe),
      plain: (index) =>
        Buffer.from(fill(list.rendered.template, { credential: credentialAt(keyAt(index)), personal: texts })),
    },
    {
      name: 'only the groups of base64 that hold a credential are encoded (list of 30 VMess links)',
      product: (index) => spliced.fill(rowOf(keyAt(index)), empty, Buffer.allocUnsafe),
      plain: (index) => whole.fill(rowOf(keyAt(index)), empty, Buffer.allocUnsafe),
    },
    {
      name: 'bodies come from a pool (plain)',
      product: (index) => sendPooled(clash.compiled.fill(rowOf(keyAt(index)), texts, pool.take), index),
      plain: (index) => sendFresh(clash.compiled.fill(rowOf(keyAt(index)), texts, Buffer.allocUnsafeSlow), index),
    },
    {
      name: 'bodies come from a pool (compressed)',
      product: (index) => sendSmallPooled(small.fill(rowOf(keyAt(index)), texts, pool.take), index),
      plain: (index) => sendSmallFresh(small.fill(rowOf(keyAt(index)), texts, Buffer.allocUnsafe), index),
    },
    {
      name: 'HKDF by single hashes (30 keys, when credentials are not cached)',
      product: () => lines.map(() => derive(uuid)),
      plain: () =>
        lines.map(() => Buffer.from(hkdfSync('sha256', uuid, 'skyport line credential', 'ss', 16)).toString('latin1')),
    },
    {
      name: 'headers that people share are cached',
      product: () => headersOf(sharedHeaders, usage),
      plain: () => ({ ...sharedHeadersOf(sharedHeaders), usage: usageHeader(usage) }),
    },
    {
      name: 'UUIDs with a kept buffer (30, when credentials are not cached)',
      product: (index) => uuids.map((make) => make(keyAt(index))),
      plain: (index) => lines.map(({ id }) => plainUuid(id, keyAt(index))),
    },
  ];
};
