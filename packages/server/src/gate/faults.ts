import { isDatabaseAway } from '../platform/database-away.ts';
import type { Gate } from './gate.ts';
import { refusal, type EncodedAnswer } from './answers.ts';

/** How something that was thrown is answered. Headers are names and values in turn. */
export interface FaultAnswer {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: EncodedAnswer;
}

/** A protocol error keeps its status; a lost database is 503; anything else is a fault of ours, without detail. */
export const faultAnswer = async (
  gate: Gate,
  error: unknown,
  { call, requestId }: { readonly call: string; readonly requestId: string },
): Promise<FaultAnswer> => {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  const plain = (as: number, body: EncodedAnswer): FaultAnswer => ({ status: as, headers: [], body });
  if (status === 413) return plain(413, refusal('invalidPayload', '内容过大'));
  if (status === 429) return plain(429, refusal('throttled'));
  if (status >= 400 && status < 500) return plain(status === 404 ? 404 : 200, refusal('invalidPayload'));
  if (isDatabaseAway(error)) {
    gate.deps.log.warn({ requestId, reason: error instanceof Error ? error.message : '' }, 'database away');
    return { status: 503, headers: ['retry-after', '2'], body: refusal('starting', '服务暂时不可用，请稍后重试') };
  }
  await gate.faults(error, { call, requestId });
  return plain(500, refusal('fault'));
};
