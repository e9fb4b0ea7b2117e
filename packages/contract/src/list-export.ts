import { z } from 'zod';
import { access, raw } from './call.ts';
import { Id } from './units.ts';

/** So long, in seconds, a file can be fetched after it was asked for. */
export const TICKET_SECONDS = 60;

/** The columns of an exported list, in the order in which they stand in the file. */
export const exportedColumns = <T extends object>(titles: T) =>
  z
    .array(z.enum(Object.keys(titles) as [keyof T & string, ...(keyof T & string)[]]))
    .min(1)
    .max(Object.keys(titles).length);

/** Where a list can be fetched as a file: once, soon, and by the session that asked. */
export const ExportTicket = z.object({
  /** The export as the audit names it. */
  _id: Id,
  ticket: z.string(),
  /** Rows that match now; more or fewer may stand in the file when it is fetched. */
  rows: z.number().int().nonnegative(),
  /** What the file is called, with the day. */
  file: z.string(),
});
export type ExportTicket = z.infer<typeof ExportTicket>;

/** Exports of lists outside the envelope. */
export const listExportRaw = {
  listExport: raw({
    method: 'GET',
    path: '/api/yunying/list_export/:ticket',
    access: access.yunying,
    rate: 'read',
    summary:
      'The rows of a list as CSV, for the session that asked for the ticket, once and within a minute; the connection breaks where the file would be incomplete.',
    built: true,
  }),
} as const;

/** Where the file of a ticket is. */
export const exportPath = (ticket: string): string => listExportRaw.listExport.path.replace(':ticket', ticket);
