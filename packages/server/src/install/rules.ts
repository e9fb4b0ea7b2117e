import type { ServerType } from '@skyport/contract/nodes-rules';
import { missingFor, type Kit } from '../platform/node-kit.ts';
import { cpusOf } from './script.ts';
import type { InstallRow } from './store.ts';

/** Whether something is under way that must end first. */
export const isBusy = ({ state }: Pick<InstallRow, 'state'>): boolean => state === 'queued' || state === 'running';

/** Server types whose system is Alpine. */
const MUSL: readonly ServerType[] = ['apine', 'alpine_reality'];

/**
 * Why a kit cannot serve a server type; undefined when it can for one of its processors. What the server itself is, and
 * so what it needs, is known only once it was looked at.
 */
export const kitProblem = (kit: Kit, serverType: ServerType): string | undefined => {
  const libc = MUSL.includes(serverType) ? 'musl' : 'glibc';
  const missing = cpusOf[serverType].map((cpu) => missingFor(kit, cpu, libc));
  return missing.some((each) => each.length === 0) ? undefined : missing[0]?.join('；');
};
