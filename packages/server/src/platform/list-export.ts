import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Deps } from './deps.ts';

/** What stands in a cell of an exported list; an instant is written in the shop's zone. */
export type ExportCell = string | number | boolean | Date | null;

/** One column of an exported list. */
export interface ExportColumn<Row> {
  readonly title: string;
  cell(row: Row): ExportCell;
}

/** Rows behind a place of a list: so many at most, and only those that match. */
export interface ExportPart<Filter> {
  readonly filter: Filter;
  /** `id` of the last row that was read; undefined at the beginning. */
  readonly after: string | undefined;
  readonly limit: number;
}

/** A list that staff can have as a file. It is read in short statements, by id from the newest to the oldest. */
export interface ExportedList<Filter = unknown, Row extends { readonly id: string } = { readonly id: string }> {
  /** What the list is called, for its file and the audit; no two are called the same. */
  readonly name: string;
  readonly filter: z.ZodType<Filter>;
  readonly columns: Readonly<Record<string, ExportColumn<Row>>>;
  count(deps: Deps, filter: Filter): Promise<number>;
  read(deps: Deps, part: ExportPart<Filter>): Promise<readonly Row[]>;
}

/** A file on its way out. */
export interface BegunExport {
  readonly file: string;
  readonly body: Readable;
}

/** Who fetches a file. */
export interface Fetcher {
  readonly ticket: string;
  readonly session: Buffer;
  /** Refuses once the session is over or its account may have the file no longer; asked before each part is read. */
  check(): Promise<void>;
}

/** The exports feature behind the gate's route. */
export interface ListExportRoute {
  /**
   * Begins the export of a ticket for the session that asked for it; undefined for a ticket that is unknown, used, too
   * old or somebody else's. The body breaks off with an error where the list cannot be read to its end, and with a
   * refusal where it may not be.
   */
  begin(fetcher: Fetcher): Promise<BegunExport | undefined>;
}
