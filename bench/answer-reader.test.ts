import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAnswerReader } from './answer-reader.ts';
import { createLatencies } from './latencies.ts';

/** Statuses that are read when the bytes of some answers come in pieces cut at the given places. */
const statusesOf = (bytes: string, cuts: readonly number[], isHead = false): number[] => {
  const statuses: number[] = [];
  const reader = createAnswerReader(isHead, (status) => statuses.push(status));
  const whole = Buffer.from(bytes);
  const edges = [0, ...[...cuts].sort((a, b) => a - b), whole.length];
  for (const [index, edge] of edges.entries()) {
    const piece = whole.subarray(edges[index - 1] ?? 0, edge);
    if (piece.length > 0) reader(piece, piece.length);
  }
  return statuses;
};

const answer = (status: number, body: string): string =>
  `HTTP/1.1 ${status} x\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

test('answers are counted once each, however their bytes are cut', () => {
  const bytes = answer(200, 'hello') + answer(404, '') + 'HTTP/1.1 304 x\r\netag: "a"\r\n\r\n' + answer(200, '订阅');
  fc.assert(
    fc.property(fc.array(fc.nat(Buffer.byteLength(bytes)), { maxLength: 12 }), (cuts) => {
      expect(statusesOf(bytes, cuts)).toEqual([200, 404, 304, 200]);
    }),
  );
});

test('an answer to HEAD has no body, whatever its length says', () => {
  expect(statusesOf('HTTP/1.1 200 x\r\ncontent-length: 7\r\n\r\n'.repeat(2), [3], true)).toEqual([200, 200]);
});

test('an answer without its length is an error, not a figure', () => {
  expect(() => statusesOf('HTTP/1.1 200 x\r\ntransfer-encoding: chunked\r\n\r\n', [])).toThrow('without its length');
});

test('quantiles are those of the times that were noted', () => {
  const latencies = createLatencies();
  for (let ms = 1; ms <= 100; ms++) latencies.note(ms - 0.01);
  expect(latencies.at(0.99)).toBeCloseTo(99, 1);
  expect(latencies.at(0.5)).toBeCloseTo(50, 1);
});
