import type { DocumentKind } from '@skyport/contract/subscription';
import {
  clientAppOf,
  compile,
  defaultRules,
  renderTemplate,
  type RenderContext,
  type ResolvedLine,
} from '@skyport/documents';
import { createCredentialCache } from '@skyport/server/subscription/document/credential-cache';
import type { LineSource } from '@skyport/documents';
import { LINES } from '../baseline.ts';

/** As the subscription bench has them: a third each of VMess, Shadowsocks 2022 and REALITY. */
const PROTOCOLS = ['vmesh_tcp', 'ss', 'reality'] as const;
const SECRETS = {
  vmesh_tcp: { protocol: 'vmesh_tcp' },
  ss: { protocol: 'ss', method: '2022-blake3-aes-128-gcm', serverKey: '8JCsPssfgS8tiRwiMlhARg==' },
  reality: {
    protocol: 'reality',
    publicKey: 'jNXHt1yRo0vDuchQlIP6Z0ZvjT3KtzVI-T4E7RoLJS0',
    shortId: '0123456789abcdef',
    serverName: 'www.example.com',
  },
} as const;

/** The lines of a document. */
export const lines: readonly ResolvedLine[] = Array.from({ length: LINES }, (_, index) => ({
  id: `0198a1b2-c3d4-7e5f-8a6b-${String(index + 1).padStart(12, '0')}`,
  num: index + 1,
  name: `🇭🇰 香港 ${index + 1}`,
  countryCode: 'HK',
  server: `node${index}.example.com`,
  port: 20_000 + index,
  ...SECRETS[PROTOCOLS[index % PROTOCOLS.length]!],
}));

/** The same as lines of a catalogue: what a cache of credentials reads of them. */
export const sourceLines = lines as unknown as readonly LineSource['line'][];

/** As many users as the subscription bench asks for in turn. */
export const USERS = 20_000;
export const keys: readonly string[] = Array.from({ length: USERS }, (_, index) =>
  index.toString(36).padStart(32, '0'),
);
export const keyAt = (index: number): string => keys[index % USERS]!;

export const USER_AGENT = 'FlClash/v0.8.96 clash-verge Platform/android';

const context: RenderContext = {
  title: 'Skyport',
  selfHost: 'console.example.com',
  webPage: 'https://console.example.com',
  client: clientAppOf(USER_AGENT),
  switches: { inXinjiang: false, inForeign: false, useEnglish: false },
  rules: defaultRules,
};

const CACHE_BYTES = 64 * 1024 * 1024;

/** A cache with the credentials of every user. */
export const filledCache = () => {
  const cache = createCredentialCache(sourceLines, CACHE_BYTES);
  for (const key of keys) {
    const row = cache.add(key, Buffer.alloc(32));
    for (const place of cache.layout.values()) place.ensure(row, key);
  }
  return cache;
};

/** A document of a kind, rendered and laid out. */
export const documentOf = (kind: DocumentKind, { layout }: ReturnType<typeof filledCache>) => {
  const rendered = renderTemplate(kind, lines, context);
  return { rendered, compiled: compile(rendered.template, layout) };
};
