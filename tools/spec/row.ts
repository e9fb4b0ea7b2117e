/** A test that proves a row: its file from the root of the repository, and its title as the source writes it. */
export interface Proof {
  readonly file: string;
  readonly title: string;
}

/** A text of the specification, and for how many milliseconds it is shown when it is a toast. */
export interface SpecText {
  readonly text: string;
  readonly toastMs?: number;
  /** Part of the path of the file in which it stands, for a text that several features say. */
  readonly of?: string;
}

/** One statement of the specification, as something that can be looked for. */
export interface SpecRow {
  /** Section and name, e.g. `5.login.email-empty`. */
  readonly id: string;
  /** What it asks for, in short. */
  readonly says: string;
  readonly proofs: readonly Proof[];
  /** Texts that stand exactly once in the console's files of texts or in the codes of the contract. */
  readonly texts?: readonly SpecText[];
  /** A route of the console, with a title and a description. */
  readonly route?: string;
  /** A call, or a route outside the envelope, that is built. */
  readonly call?: string;
  /** A tab of the header. */
  readonly tab?: string;
  /** Described in the second document (`commerce/`): only its place is looked for here. */
  readonly secondDocument?: boolean;
  /** What is to be built first, in the words of its issue: the row waits for it, and for nothing else. */
  readonly owed?: string;
}

type Facts = Pick<SpecRow, 'texts' | 'route' | 'call' | 'tab' | 'secondDocument'>;

/** A row; proofs come last because there may be several. */
export const row = (id: string, says: string, proofs: readonly Proof[], facts: Facts = {}): SpecRow => ({
  id,
  says,
  proofs,
  ...facts,
});

/** A row of something that is not built yet. Its facts say what to look for: once they all stand, it needs a proof. */
export const owed =
  (topic: string) =>
  (id: string, says: string, facts: Facts): SpecRow => ({
    id,
    says,
    proofs: [],
    owed: topic,
    ...facts,
  });

/** Tests of one file, by title. */
export const inFile =
  (file: string) =>
  (...titles: readonly string[]): readonly Proof[] =>
    titles.map((title) => ({ file, title }));

/** Texts that are no toasts. */
export const texts = (...texts: readonly string[]): Facts => ({ texts: texts.map((text) => ({ text })) });

/** Toasts of one feature, all for so many milliseconds. */
export const toastsOf = (of: string, toastMs: number, ...texts: readonly string[]): Facts => ({
  texts: texts.map((text) => ({ text, toastMs, of })),
});

/** The text of a toast that is shown for so many milliseconds. */
export const toastOf = (text: string, toastMs: number): Facts => ({ texts: [{ text, toastMs }] });
