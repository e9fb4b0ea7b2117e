import { speaksLinks } from '../capability.ts';
import { oneDialect, TEXT_TYPE } from '../format.ts';
import type { Format } from '../format.ts';
import { linkOf } from '../links.ts';
import { base64 } from '../template.ts';

/** A list of share links, one a row, as padded base64 without line breaks: what nearly every client can read. */
export const linkList: Format = {
  contentType: TEXT_TYPE,
  extension: '',
  speaks: speaksLinks,
  dialect: oneDialect,
  write: ({ lines }) => [base64(lines.flatMap((line, i) => [...(i === 0 ? [] : ['\n']), ...linkOf(line)]))],
};
