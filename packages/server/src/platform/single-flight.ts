/**
 * Single-flight (after Go's `singleflight`): while the work is under way, whoever asks for it gets the same promise,
 * and a call after its end starts it anew. A failure is everybody's who waited for it.
 */
export const singleFlight = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let underWay: Promise<T> | undefined;
  return () =>
    (underWay ??= work().finally(() => {
      underWay = undefined;
    }));
};
