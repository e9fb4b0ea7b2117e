const END_OF_HEAD = Buffer.from('\r\n\r\n');
const STATUS_AT = 'HTTP/1.1 '.length;
const NO_BODY = new Set([204, 304]);

/** Bytes of a body by its head. Throws for chunked answers, which nothing that is measured here sends. */
const lengthOf = (head: string): number => {
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
  if (length === undefined) throw new Error(`an answer without its length: ${head.slice(0, 200)}`);
  return Number(length);
};

/**
 * Reads HTTP/1.1 answers from the pieces of a connection and calls `answered` with the status of each when its last
 * byte is there. Bodies are counted, not looked at. Always gives true, for whoever asks whether to read on.
 */
export const createAnswerReader = (
  isHead: boolean,
  answered: (status: number) => void,
): ((piece: Buffer, size: number) => true) => {
  let rest = Buffer.alloc(0);
  let status = 0;
  /** Bytes of the body still to come; -1 while a head is read. */
  let left = -1;
  return (piece, size) => {
    let bytes = piece.subarray(0, size);
    if (rest.length > 0) {
      bytes = Buffer.concat([rest, bytes]);
      rest = Buffer.alloc(0);
    }
    for (let at = 0; at < bytes.length || left === 0;) {
      if (left < 0) {
        const end = bytes.indexOf(END_OF_HEAD, at);
        if (end < 0) {
          rest = Buffer.from(bytes.subarray(at));
          return true;
        }
        const head = bytes.toString('latin1', at, end);
        status = Number(head.slice(STATUS_AT, STATUS_AT + 3));
        left = isHead || NO_BODY.has(status) ? 0 : lengthOf(head);
        at = end + END_OF_HEAD.length;
      }
      const taken = Math.min(left, bytes.length - at);
      left -= taken;
      at += taken;
      if (left === 0) {
        left = -1;
        answered(status);
      }
    }
    return true;
  };
};
