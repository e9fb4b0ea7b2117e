import { createHash, hash } from 'node:crypto';
import type { LineSpec, NodeSpec } from './fleet.ts';

/**
 * Digest of a desired set; the order of users does not matter. Each change costs one hash: every (user, credential)
 * adds a 128-bit number to its line's sum. Node only (the browser never imports this file).
 */
export class FleetDigest {
  readonly #sums = new Map<number, bigint>();

  /** An independent copy, to try a change on. */
  clone(): FleetDigest {
    const copy = new FleetDigest();
    for (const [line, sum] of this.#sums) copy.#sums.set(line, sum);
    return copy;
  }

  /** Adds one user of a line. Call exactly once for each user present. */
  add(line: number, user: number, credential: string): void {
    this.#sums.set(line, ((this.#sums.get(line) ?? 0n) + share(user, credential)) & MASK);
  }

  /** Takes one user of a line out again; `credential` must be the one that was added. */
  remove(line: number, user: number, credential: string): void {
    this.#sums.set(line, ((this.#sums.get(line) ?? 0n) - share(user, credential)) & MASK);
  }

  /** Hex SHA-256 over the node's settings, each line's settings and each line's sum. */
  value(node: NodeSpec, lines: readonly LineSpec[]): string {
    const parts = lines
      .toSorted((a, b) => a.line - b.line)
      .map((spec) => `${canonical(spec)} ${(this.#sums.get(spec.line) ?? 0n).toString(16)}`);
    return createHash('sha256')
      .update([canonical(node), ...parts].join('\n'))
      .digest('hex');
  }
}

const MASK = (1n << 128n) - 1n;

const share = (user: number, credential: string): bigint =>
  BigInt(`0x${hash('sha256', `${user}\n${credential}`, 'hex').slice(0, 32)}`);

const canonical = (value: object): string =>
  JSON.stringify(Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))));
