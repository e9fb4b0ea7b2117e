import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Base64 of 32 bytes. */
const Key = z.string().regex(/^[A-Za-z0-9+/]{43}=$/);

/**
 * The file `warp.json` of the data directory, which whoever installs the node leaves there:
 * `{"privateKey": "…", "address": ["172.16.0.2/32", "2606:…/128"], "peer": {"publicKey": "…", "endpoint": "host:port"},
 * "reserved": [1, 2, 3], "mtu": 1280}`. Keys are WireGuard's base64; `address` are this node's own addresses inside the
 * tunnel; `reserved` are the three bytes of the client id (left out for other peers than WARP); `mtu` is in bytes.
 */
const WarpFile = z.object({
  privateKey: Key,
  address: z.array(z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()])).min(1),
  peer: z.object({ publicKey: Key, endpoint: z.string().regex(/^.+:\d{1,5}$/) }),
  reserved: z.array(z.number().int().min(0).max(255)).length(3).default([0, 0, 0]),
  mtu: z.number().int().min(576).max(1500).default(1280),
});
export type WarpKeys = z.infer<typeof WarpFile>;

/** The node's keys of WARP, or in one sentence why there are none. */
export const readWarpKeys = (dataDir: string): { keys: WarpKeys } | { problem: string } => {
  let text: string;
  try {
    text = readFileSync(join(dataDir, 'warp.json'), 'utf8');
  } catch {
    return { problem: 'warp: missing keys' };
  }
  try {
    return { keys: WarpFile.parse(JSON.parse(text)) };
  } catch {
    return { problem: 'warp: the keys in warp.json cannot be read' };
  }
};
