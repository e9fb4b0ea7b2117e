import { z } from 'zod';
import { TextOf } from './units.ts';

/** Base64 of 32 bytes. */
const Key = TextOf(44).regex(/^[A-Za-z0-9+/]{43}=$/);

/** An address or network, of either family. */
const Address = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()].map((shape) => TextOf(50).check(shape)));

/**
 * The file `warp.json` of an agent's data directory, which an installation leaves there:
 * `{"privateKey": "…", "address": ["172.16.0.2/32", "2606:…/128"], "peer": {"publicKey": "…", "endpoint": "host:port"},
 * "reserved": [1, 2, 3], "mtu": 1280}`. Keys are WireGuard's base64; `address` are the node's own addresses inside the
 * tunnel; `reserved` are the three bytes of the client id (left out for other peers than WARP); `mtu` is in bytes.
 */
export const WarpKeys = z.object({
  privateKey: Key,
  address: z.array(Address).min(1).max(16),
  peer: z.object({ publicKey: Key, endpoint: TextOf(260).regex(/^.+:\d{1,5}$/) }),
  reserved: z.array(z.number().int().min(0).max(255)).length(3).default([0, 0, 0]),
  mtu: z.number().int().min(576).max(1500).default(1280),
});
export type WarpKeys = z.infer<typeof WarpKeys>;

/**
 * Keys as an operator has them: the content of `warp.json`, or a WireGuard configuration (wg-quick(8); `Reserved` is an
 * addition of several clients). Undefined when it is neither, or lacks something.
 */
export const readWarpText = (text: string): WarpKeys | undefined => {
  const found = text.trim().startsWith('{') ? fromJson(text) : fromConfiguration(text);
  return WarpKeys.safeParse(found).data;
};

const fromJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const fromConfiguration = (text: string): unknown => {
  const values = new Map<string, string[]>();
  let section = '';
  for (const line of text.split(/\r?\n/)) {
    const plain = line.replace(/[#;].*$/, '').trim();
    section = /^\[(\w+)\]$/.exec(plain)?.[1]?.toLowerCase() ?? section;
    const [, name, value] = /^(\w+)\s*=\s*(.+)$/.exec(plain) ?? [];
    if (name === undefined || value === undefined) continue;
    const key = `${section}.${name.toLowerCase()}`;
    values.set(key, [...(values.get(key) ?? []), value.trim()]);
  }
  const one = (name: string): string | undefined => values.get(name)?.[0];
  const list = (name: string): string[] => (values.get(name) ?? []).flatMap((value) => value.split(/\s*,\s*/));
  const reserved = [...list('interface.reserved'), ...list('peer.reserved')].map(Number);
  return {
    privateKey: one('interface.privatekey'),
    address: list('interface.address'),
    peer: { publicKey: one('peer.publickey'), endpoint: one('peer.endpoint') },
    ...(reserved.length > 0 && { reserved }),
    ...(one('interface.mtu') !== undefined && { mtu: Number(one('interface.mtu')) }),
  };
};
