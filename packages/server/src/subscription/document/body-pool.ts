/** Buffers for bodies that are sent once and then reused. */
export interface BodyPool {
  /** A buffer of this length; its content is undefined. */
  take(length: number): Buffer;
  /** Gives back a buffer that nobody reads or sends any more. */
  give(buffer: Buffer): void;
}

/** Smallest and largest buffer that is kept, in bytes; sizes are powers of two. */
const SMALLEST = 4 * 1024;
const LARGEST = 512 * 1024;

/**
 * A pool that keeps at most `maxBytes` of free buffers. Bodies of some twenty kilobytes, allocated for each
 * fetch, would be hundreds of megabytes a second for the garbage collector, whose pauses were the longest part
 * of slow answers.
 */
export const createBodyPool = (maxBytes: number): BodyPool => {
  const free = new Map<number, ArrayBuffer[]>();
  let bytes = 0;
  return {
    take: (length) => {
      let size = SMALLEST;
      while (size < length) size *= 2;
      const reused = free.get(size)?.pop();
      if (reused) bytes -= size;
      return Buffer.from(reused ?? new ArrayBuffer(size), 0, length);
    },
    give: ({ buffer, byteOffset }) => {
      const size = buffer.byteLength;
      if (byteOffset !== 0 || !(buffer instanceof ArrayBuffer) || size > LARGEST || bytes + size > maxBytes) return;
      const ofSize = free.get(size);
      if (ofSize) ofSize.push(buffer);
      else free.set(size, [buffer]);
      bytes += size;
    },
  };
};
