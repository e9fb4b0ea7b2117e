import { createHash } from 'node:crypto';
import type { NodeSpec } from '@skyport/contract/fleet';
import type { AccessFeed } from '../access-feed.ts';
import type { Netfilter } from '../netfilter.ts';
import type { WarpKeys } from '@skyport/contract/warp-keys';
import { readWarpKeys } from '../warp.ts';

/** Splicing in the kernel would hide a long download from the counters until its connection closes. */
export const ENVIRONMENT = { XRAY_BUF_SPLICE: 'disable' } as const;

/** What of this machine decides how an engine is started. */
type StartFacts = { dataDir: string; netfilter: Netfilter; feed: AccessFeed };

/** Digest of what only a restart can change: an engine that was started otherwise is replaced. */
export const startDigestOf = (deps: StartFacts, version: string, node: NodeSpec): string =>
  createHash('sha256')
    .update(JSON.stringify([version, ENVIRONMENT, deps.feed.pipe, guardFor(deps, node), node.allowPrivate]))
    .update(JSON.stringify(warpFor(deps, node) ?? null))
    .digest('hex')
    .slice(0, 16);

/** Mark for sockets that may not reach private addresses, where the node is to keep clients from them. */
export const guardFor = (deps: StartFacts, node: NodeSpec): number | undefined =>
  node.allowPrivate ? undefined : deps.netfilter.guardMark();

/** Keys of WARP when the node is to use it and has them; without them it serves directly, and says so. */
export const warpFor = (deps: StartFacts, node: NodeSpec): WarpKeys | undefined => {
  const found = node.warp ? readWarpKeys(deps.dataDir) : undefined;
  return found && 'keys' in found ? found.keys : undefined;
};
