import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WarpKeys } from '@skyport/contract/warp-keys';

/** The node's keys of WARP, or in one sentence why there are none. */
export const readWarpKeys = (dataDir: string): { keys: WarpKeys } | { problem: string } => {
  let text: string;
  try {
    text = readFileSync(join(dataDir, 'warp.json'), 'utf8');
  } catch {
    return { problem: 'warp: missing keys' };
  }
  try {
    return { keys: WarpKeys.parse(JSON.parse(text)) };
  } catch {
    return { problem: 'warp: the keys in warp.json cannot be read' };
  }
};
