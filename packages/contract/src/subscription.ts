import { z } from 'zod';
import { access, call, raw } from './call.ts';
import { Nothing } from './shapes.ts';
import { TextOf } from './units.ts';

/**
 * Kinds of subscription document, with the specification's spelling; those from `loon` on are our own. New ones go
 * behind.
 */
export const DocumentKind = z.enum([
  'clash',
  'mjclash',
  'flclash',
  'ss',
  'ssr',
  'surge',
  'surfboard',
  'qx',
  'q',
  'v2box',
  'singbox',
  'loon',
  'stash',
  'hiddify',
  'karing',
  'nekobox',
  'xray',
]);
export type DocumentKind = z.infer<typeof DocumentKind>;

/** What may stand in a link: a kind, or `auto`, which takes the kind that fits the client that asks. */
export const LinkKind = z.enum([...DocumentKind.options, 'auto']);
export type LinkKind = z.infer<typeof LinkKind>;

/**
 * Client apps as far as documents differ by them; `generic` is everything unknown, browsers included. They are stored
 * with each fetch of a link, so an old row may name a family that is no longer here.
 */
export const clientFamilies = [
  'qx',
  'quantumult',
  'surfboard',
  'surge',
  'shadowrocket',
  'stash',
  'loon',
  'hiddify',
  'karing',
  'nekobox',
  'singbox',
  'mihomo',
  'clash',
  'v2rayng',
  'v2rayn',
  'xray',
  'shadowsocks',
  'generic',
] as const;
export type ClientFamily = (typeof clientFamilies)[number];

/** Secret part of a subscription link: 32 letters and digits. */
const Userkey = TextOf(32).regex(/^[A-Za-z0-9]{32}$/);

export const subscriptionCalls = {
  resetUserkey: call({
    path: '/api/user/reset_userkey',
    access: access.accountStrict,
    rate: 'credential',
    summary: 'Replaces the subscription link; every device with the old one loses its connection.',
    input: Nothing,
    output: z.object({ userkey: Userkey }),
    fails: ['accountForbids'],
  }),
} as const;

/** What client apps fetch. */
export const subscriptionRaw = {
  subscript: raw({
    method: 'GET',
    path: '/api/subscript/:kind/:userId/:userkey',
    access: access.anyone,
    rate: 'document',
    summary:
      'The subscription document of one kind; the link itself is the credential, a wrong one answers 404. A browser that opens it gets a page to import it by, unless `raw` stands in the query.',
    built: true,
  }),
  describeFilter: raw({
    method: 'GET',
    path: '/describe/q.filter',
    access: access.anyone,
    rate: 'read',
    summary: 'Static filter list for Quantumult and QuantumultX.',
    built: true,
  }),
} as const;
