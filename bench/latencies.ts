/** Buckets of a twentieth of a millisecond, up to ten seconds. */
const PER_MS = 20;
const BUCKETS = 10_000 * PER_MS;

/** Collects times in milliseconds and gives their quantiles, exact to 0.05 ms. */
export const createLatencies = (): { note(ms: number): void; at(quantile: number): number } => {
  const buckets = new Uint32Array(BUCKETS);
  let total = 0;
  return {
    note: (ms) => {
      const bucket = Math.min(BUCKETS - 1, Math.max(0, Math.floor(ms * PER_MS)));
      buckets[bucket] = (buckets[bucket] ?? 0) + 1;
      total += 1;
    },
    at: (quantile) => {
      let left = total * quantile;
      for (const [bucket, count] of buckets.entries()) {
        left -= count;
        if (left <= 0) return (bucket + 1) / PER_MS;
      }
      return BUCKETS / PER_MS;
    },
  };
};
