import { z } from 'zod';
import { NodeTrouble } from './node-trouble.ts';

const Count = z.number().int().nonnegative();

/**
 * Why a report of a node, or some rows of it, was quarantined: it is not billed until an operator decides. Bytes are raw.
 *
 * Of whole reports: `backwards` ends before it begins; `future` ends ahead of the panel's clock; `budget`: more bytes than
 * the node's bandwidth allows since the last accepted report; `day`: more than the node is believed in 24 hours; `fault`: it cannot
 * be applied (`detail` is the database's code). Of rows: `stranger`: not served on that line since the last accepted report;
 * `userHour`: more of one user in an hour than is believed; `noUser`: no such account, or one that cannot be charged;
 * `beyond`: billed bytes of a user beyond belief. Of reports that cannot stand among the others: `seal`: its digest is wrong;
 * `sameNumber`: another content under a known number; `gap`: the report `due` is not there any more; `unknownBooks`: of
 * a journal whose epoch nobody expects; `closedBooks`: of a journal that was closed. `text`: a text of an earlier version.
 */
export const QuarantineReason = z.discriminatedUnion('code', [
  z.object({ code: z.literal('backwards') }),
  z.object({ code: z.literal('future') }),
  z.object({ code: z.literal('budget'), bytes: Count, most: Count }),
  z.object({ code: z.literal('day'), bytes: Count, most: Count }),
  z.object({ code: z.literal('fault'), detail: z.string() }),
  z.object({ code: z.literal('stranger') }),
  z.object({ code: z.literal('userHour'), most: Count }),
  z.object({ code: z.literal('noUser') }),
  z.object({ code: z.literal('beyond') }),
  z.object({ code: z.literal('seal') }),
  z.object({ code: z.literal('sameNumber') }),
  z.object({ code: z.literal('gap'), due: Count, seq: Count }),
  z.object({ code: z.literal('unknownBooks') }),
  z.object({ code: z.literal('closedBooks') }),
  z.object({ code: z.literal('text'), text: z.string() }),
]);
export type QuarantineReason = z.infer<typeof QuarantineReason>;

/**
 * Why an alarm of a node went up: that of a report; `unbilled`: bytes flow and none are billed; `heldFull`: so much waits
 * for decisions that nothing more is taken from the node; `away`: it was not reached for a while, because of a trouble;
 * `hostKey`: its SSH server showed another host key than the approved one (both as fingerprints).
 */
export const AlarmReason = z.discriminatedUnion('code', [
  ...QuarantineReason.options,
  z.object({ code: z.literal('unbilled') }),
  z.object({ code: z.literal('heldFull'), most: Count }),
  z.object({ code: z.literal('away'), trouble: NodeTrouble }),
  z.object({ code: z.literal('hostKey'), approved: z.string(), shown: z.string() }),
]);
export type AlarmReason = z.infer<typeof AlarmReason>;
