import { documentHeaders } from '@skyport/documents';

type Input = Parameters<typeof documentHeaders>[0];

/** Headers of one document, names and values in turn. The gate adds what it puts on every answer. */
export interface OwnHeaders {
  /** For an answer with a body. */
  readonly full: readonly string[];
  /** For a 304. */
  readonly unchanged: readonly string[];
}

/** Headers that the gate puts on every answer. */
const OF_GATE: ReadonlySet<string> = new Set(['referrer-policy']);
/** Headers that describe a body, which a 304 does not have. */
const OF_BODY: ReadonlySet<string> = new Set(['content-type', 'content-disposition']);
/** Documents differ by client and by compression. */
const VARY = ['vary', 'accept-encoding, user-agent'];

/** The headers of a document. */
export const ownHeadersOf = (input: Input): OwnHeaders => {
  const own = Object.entries(documentHeaders(input)).filter(([name]) => !OF_GATE.has(name));
  return {
    full: [...own.flat(), ...VARY],
    unchanged: [...own.filter(([name]) => !OF_BODY.has(name)).flat(), ...VARY],
  };
};
