import { Readable } from 'node:stream';
import { CSV_MARK, csvLine, type CsvValue } from '@skyport/contract/csv';
import { TICKET_SECONDS } from '@skyport/contract/list-export';
import { SECOND_MS, timeText } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import type { ExportCell, ExportedList, Fetcher, ListExportRoute } from '../platform/list-export.ts';
import { sha256 } from '../platform/secrets.ts';
import { fileName, LONGEST_MS } from './prepare.ts';
import { endExport, takeExport, type TakenExport } from './store.ts';

/** Rows in one statement. A filter that no index holds is looked through once a part. */
const PART = 2000;

/** The exports behind the gate's route, of the lists that there are. */
export const createListExportRoute = (deps: Deps, lists: readonly ExportedList[]): ListExportRoute => ({
  begin: async ({ ticket, session, check }) => {
    const at = deps.clock.now();
    const since = new Date(at.getTime() - TICKET_SECONDS * SECOND_MS);
    const taken = await takeExport(deps.db, { hash: sha256(ticket), session }, { at, since });
    const list = lists.find(({ name }) => name === taken?.list);
    if (!taken || !list) return undefined;
    // Few parts at once: a client that reads slowly makes the list wait, not the memory grow.
    const body = Readable.from(endedParts(list, { taken, at, check }, deps), { highWaterMark: 1 });
    // Also of a file of which nothing was read: its client was gone before.
    body.once('close', () => void end(taken.id, deps));
    return { file: fileName(list, deps), body };
  },
});

interface Export extends Pick<Fetcher, 'check'> {
  readonly taken: TakenExport;
  readonly at: Date;
}

/** The file, ending after its end is stored: the same account may ask for the next file at once. */
async function* endedParts(list: ExportedList, one: Export, deps: Deps): AsyncGenerator<string> {
  try {
    yield* partsOf(list, one, deps);
  } finally {
    await end(one.taken.id, deps);
  }
}

/** The file part by part; each is read by a statement of its own, so that no transaction stays open. */
async function* partsOf(list: ExportedList, { taken, at, check }: Export, deps: Deps): AsyncGenerator<string> {
  const { timezone } = deps.settings.current();
  const filter = list.filter.parse(taken.filter);
  const columns = taken.columns.flatMap((column) => list.columns[column] ?? []);
  const text = (cell: ExportCell): CsvValue => (cell instanceof Date ? timeText(cell, timezone) : cell);
  yield CSV_MARK + csvLine(columns.map(({ title }) => title));
  let after: string | undefined;
  for (;;) {
    if (deps.clock.now().getTime() - at.getTime() > LONGEST_MS)
      throw new Error(`the export of ${list.name} took too long`);
    await check();
    const rows = await list.read(deps, { filter, after, limit: PART });
    if (rows.length > 0) yield rows.map((row) => csvLine(columns.map(({ cell }) => text(cell(row))))).join('');
    if (rows.length < PART) return;
    after = rows.at(-1)!.id;
  }
}

const end = async (id: string, { db, clock, log }: Deps): Promise<void> => {
  await endExport(db, id, clock.now()).catch((problem: unknown) =>
    log.warn({ reason: String(problem) }, 'an export was not ended'),
  );
};
