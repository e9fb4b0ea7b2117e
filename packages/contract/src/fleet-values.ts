import { z } from 'zod';
import { printable } from './printable.ts';
import { TextOf } from './units.ts';

/*
 * The values of which the messages between panel and agent are made, with their bounds.
 */

/** The largest of those numbers. */
export const MOST_SMALL = 2_147_483_647;
/** A number of a line or an account. */
export const SmallInt = z.number().int().min(1).max(MOST_SMALL);
/** A count of anything, or bytes. */
export const Count = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);
/** ms since 1970, of which a date and a database's timestamp can be made: up to the year 9999. */
export const Moment = Count.max(253_402_300_799_999);
/** A port. */
export const Port = z.number().int().min(1).max(65_535);
/** SHA-256 in hex. */
export const Sha256 = TextOf(64).regex(/^[0-9a-f]{64}$/);
/** A UUID, in small letters. */
export const Uuid = TextOf(36).toLowerCase().check(z.uuid());
/** A certificate, request or key in PEM: of one key, with room for a chain of a few. */
export const Pem = TextOf(32_768);
/** A name or an address of a machine. */
export const Host = TextOf(253);
/** Text that a node says. It is kept and shown, so only what is printable stays of it. */
export const Words = (max: number) => TextOf(max).overwrite(printable);
/** A program's version, as it says it. */
export const Version = Words(100);
