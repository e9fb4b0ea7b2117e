import { median } from '../measure.ts';

/** Something that the subscription path does for speed, and the plain way to the same result. */
export interface DocumentPart {
  readonly name: string;
  /** What the product does for document `index`. */
  readonly product: (index: number) => unknown;
  readonly plain: (index: number) => unknown;
}

/** Processor time of a run that is long enough to be measured, in µs. */
const RUN_US = 150_000;

const processorUs = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

const usFor = async (work: (index: number) => unknown, count: number): Promise<number> => {
  const before = processorUs();
  for (let index = 0; index < count; index += 1) {
    const made = work(index);
    if (made instanceof Promise) await made;
  }
  return processorUs() - before;
};

/** So many repetitions that a run takes long enough; compilers have settled after it. */
const countFor = async (work: DocumentPart['product']): Promise<number> => {
  for (let count = 64; ; count *= 2) if ((await usFor(work, count)) >= RUN_US) return count;
};

/**
 * Processor microseconds that a part saves a document: the median over pairs of runs, product and plain way in turn, in
 * this process with its garbage collector. Below zero: the plain way is cheaper.
 */
export const savedUs = async ({ product, plain }: DocumentPart, pairs: number): Promise<number> => {
  const count = Math.min(await countFor(plain), await countFor(product));
  const saved: number[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const [first, second] = pair % 2 === 0 ? [product, plain] : [plain, product];
    const [one, other] = [await usFor(first, count), await usFor(second, count)];
    saved.push((pair % 2 === 0 ? other - one : one - other) / count);
  }
  return median(saved);
};
