import { CallError } from '@skyport/contract/client';
import { codes } from '@skyport/contract/codes';

/** Whether a read was refused because there is no such thing: trying again would not help. */
export const isMissing = (problem: unknown): boolean =>
  problem instanceof CallError && problem.code === codes.notFound.code;
