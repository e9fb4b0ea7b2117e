import { z } from 'zod';
import { NodeTrouble } from './node-trouble.ts';

const Count = z.number().int().nonnegative();

/**
 * Why a report of a node, or some rows of it, was quarantined: it is not billed until an operator decides. Bytes are
 * raw. "Last accepted report" below is the last one after which the agent had nothing left to send.
 */
export const QuarantineReason = z.discriminatedUnion('code', [
  /** The report ends before it begins. */
  z.object({ code: z.literal('backwards') }),
  /** The report ends ahead of the panel's clock. */
  z.object({ code: z.literal('future') }),
  /** More bytes than the node's bandwidth allows since the last accepted report. */
  z.object({ code: z.literal('budget'), bytes: Count, most: Count }),
  /** More bytes than the node is believed in 24 hours. */
  z.object({ code: z.literal('day'), bytes: Count, most: Count }),
  /** The report cannot be applied; `detail` is the database's error code. */
  z.object({ code: z.literal('fault'), detail: z.string() }),
  /** Rows of users who were not served on that line since the last accepted report. */
  z.object({ code: z.literal('stranger') }),
  /** Rows of one user with more bytes in an hour than is believed. */
  z.object({ code: z.literal('userHour'), most: Count }),
  /** Rows of an account that does not exist or cannot be charged. */
  z.object({ code: z.literal('noUser') }),
  /** Rows that scaling makes larger than any bill that is believed. */
  z.object({ code: z.literal('beyond') }),
  /** The report's digest is wrong. */
  z.object({ code: z.literal('seal') }),
  /** Another content under a number that was billed already. */
  z.object({ code: z.literal('sameNumber') }),
  /** The agent no longer has the report `due`. */
  z.object({ code: z.literal('gap'), due: Count, seq: Count }),
  /** The journal has an epoch that nobody expects. */
  z.object({ code: z.literal('unknownBooks') }),
  /** The journal was closed when another one was accepted. */
  z.object({ code: z.literal('closedBooks') }),
  /** A sentence that an earlier version stored. */
  z.object({ code: z.literal('text'), text: z.string() }),
]);
export type QuarantineReason = z.infer<typeof QuarantineReason>;

/**
 * Why an alarm of a node went up: that of a report; `unbilled`: bytes flow and none are billed; `heldFull`: so much
 * waits for decisions that nothing more is taken from the node; `tooMany`: it shows more reports than are taken in that
 * time; `away`: it was not reached for a while, because of a trouble; `hostKey`: its SSH server showed another host key
 * than the approved one (both as fingerprints).
 */
export const AlarmReason = z.discriminatedUnion('code', [
  ...QuarantineReason.options,
  z.object({ code: z.literal('unbilled') }),
  z.object({ code: z.literal('heldFull'), most: Count }),
  z.object({ code: z.literal('tooMany') }),
  z.object({ code: z.literal('away'), trouble: NodeTrouble }),
  z.object({ code: z.literal('hostKey'), approved: z.string(), shown: z.string() }),
]);
export type AlarmReason = z.infer<typeof AlarmReason>;
