/** Terms after which either expansion has long been exact, for the few degrees of freedom of a wheel. */
const TERMS = 1000;
const EXACT = 1e-14;

/** Logarithm of Γ of a positive multiple of ½, by its recursion. */
const logGamma = (x: number): number => {
  let [at, sum] = [x, 0];
  while (at > 1) {
    at -= 1;
    sum += Math.log(at);
  }
  return at === 0.5 ? sum + Math.log(Math.PI) / 2 : sum;
};

/** Lower regularised gamma function by its series; good for x below a + 1 (Abramowitz & Stegun, 6.5.29). */
const lower = (a: number, x: number): number => {
  let [term, sum] = [1 / a, 1 / a];
  for (let n = 1; n < TERMS && term > sum * EXACT; n += 1) {
    term *= x / (a + n);
    sum += term;
  }
  return sum * Math.exp(-x + a * Math.log(x) - logGamma(a));
};

/** Upper regularised gamma function by its continued fraction, from the last term to the first (6.5.31). */
const upper = (a: number, x: number): number => {
  let fraction = 0;
  for (let n = TERMS; n > 0; n -= 1) fraction = (n * (a - n)) / (x + 2 * n + 1 - a + fraction);
  return Math.exp(-x + a * Math.log(x) - logGamma(a)) / (x + 1 - a + fraction);
};

/** The chance that counts differ from what is expected of them by at least as much as these do. */
export const chiSquareP = (counts: readonly number[], expected: readonly number[]): number => {
  const x = counts.reduce((sum, count, at) => sum + (count - expected[at]!) ** 2 / expected[at]!, 0) / 2;
  const a = (counts.length - 1) / 2;
  if (x === 0) return 1;
  return x < a + 1 ? 1 - lower(a, x) : upper(a, x);
};
