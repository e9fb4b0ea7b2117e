import { createDigestBuilder, type Digest } from '../digest-builder.ts';
import type { DigestEntry } from '../digest-rules.ts';
import { lineText } from '../digest-texts.ts';

/** Makes entries of one kind: by one of the staff, about one account, but for what is given. */
export const entriesOf =
  (kind: DigestEntry['kind']) =>
  (change: Partial<DigestEntry>): DigestEntry => ({
    actor: 'lin',
    kind,
    object: 'wu',
    before: null,
    after: null,
    detail: {},
    ...change,
  });

/** E-mails of the people of those entries, by id. */
export const emails: ReadonlyMap<string, string> = new Map([
  ['lin', 'lin@example.com'],
  ['wu', 'wu@example.com'],
]);

/** The digest of entries. */
export const digestOf = (...entries: readonly DigestEntry[]): Digest => {
  const builder = createDigestBuilder();
  builder.add(entries);
  return builder.build();
};

/** The lines of that digest, as they are read. */
export const said = (...entries: readonly DigestEntry[]): string[] =>
  digestOf(...entries).lines.map((line) => lineText(line, emails));
