/** Buffers for bodies that are sent once and then used again. */
export interface BodyPool {
  /** A buffer of this length with whatever was in it before. */
  take(length: number): Buffer;
  /** Gives a buffer back, of which nobody will read or send a byte any more. */
  give(buffer: Buffer): void;
}

/** Smallest and largest room that is kept; each is twice the one before. */
const SMALLEST = 4 * 1024;
const LARGEST = 512 * 1024;

/**
 * A pool that keeps at most `maxBytes` of free room. Bodies of some twenty kilobytes, made anew for each fetch, would be
 * hundreds of megabytes a second that the garbage collector has to find and return; their pauses were the longest part of
 * slow answers.
 */
export const createBodyPool = (maxBytes: number): BodyPool => {
  const free = new Map<number, ArrayBuffer[]>();
  let bytes = 0;
  return {
    take: (length) => {
      let size = SMALLEST;
      while (size < length) size *= 2;
      const room = free.get(size)?.pop();
      if (room) bytes -= size;
      return Buffer.from(room ?? new ArrayBuffer(size), 0, length);
    },
    give: ({ buffer, byteOffset }) => {
      const size = buffer.byteLength;
      if (byteOffset !== 0 || !(buffer instanceof ArrayBuffer) || size > LARGEST || bytes + size > maxBytes) return;
      const rooms = free.get(size);
      if (rooms) rooms.push(buffer);
      else free.set(size, [buffer]);
      bytes += size;
    },
  };
};
