import { linkOf } from '../links.ts';
import type { ResolvedLine } from '../model.ts';
import { base64 } from '../template.ts';
import type { Part } from '../template.ts';

/** A list of share links, one a row, as padded base64 without line breaks: what nearly every client can read. */
export const writeLinkList = (lines: readonly ResolvedLine[]): Part[] => [
  base64(lines.flatMap((line, i) => [...(i === 0 ? [] : ['\n']), ...linkOf(line)])),
];
