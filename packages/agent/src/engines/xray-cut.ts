import { cutConnections, planCut } from '../cut.ts';
import type { EngineUser } from './engine.ts';
import { emailOf, parseEmail } from './xray-config.ts';
import type { XrayRun } from './xray-live.ts';

/** A removed user whose connections are watched until there are none: `quiet` counts ticks without any. */
export type Removal = { line: number; port: number; quiet: number };

/** Removed users by the engine's name for them. */
export type Removals = Map<string, Removal>;

const QUIET_TICKS = 2;

/** Begins to watch a user who was just taken out of an inbound. */
export const noteRemoved = (removals: Removals, u: EngineUser, port: number): void => {
  removals.set(emailOf(u), { line: u.line, port, quiet: 0 });
};

/**
 * Closes the live connections of removed users and of nobody else. Where an address is shared with a user who may stay,
 * the kernel's connections cannot be told apart: then only the removed user's new requests are blocked, and the cut
 * follows as soon as the other one is no longer online from there. Without the right to cut, blocking is all there is.
 */
export const closeRemovedUsers = async (run: XrayRun, removals: Removals, mayCut: boolean): Promise<void> => {
  if (removals.size === 0) return;
  const online = await run.api.onlineUsers();
  const others = new Map<number, Promise<Set<string>>>();
  for (const [email, removal] of removals) {
    const mine = online.includes(email) ? await run.api.addressesOf(email) : [];
    if (mine.length === 0) {
      if (++removal.quiet >= QUIET_TICKS) await unblock(run, removals, email);
      continue;
    }
    removal.quiet = 0;
    const stay = others.get(removal.line) ?? addressesOfStaying(run, removals, online, removal.line);
    others.set(removal.line, stay);
    const { cut, shared } = planCut(mine, mayCut ? await stay : new Set(mine));
    await cutConnections(removal.port, cut);
    if (shared.length > 0 && !run.held.blocked.has(email)) {
      run.held.blocked.add(email);
      await run.api.blockUser(email);
    }
  }
};

/** Addresses of everybody who is online on a line and may stay there. */
const addressesOfStaying = async (
  run: XrayRun,
  removals: Removals,
  online: readonly string[],
  line: number,
): Promise<Set<string>> => {
  const stay = online.filter((email) => parseEmail(email)?.line === line && !removals.has(email));
  const addresses = await Promise.all(stay.map((email) => run.api.addressesOf(email)));
  return new Set(addresses.flat());
};

/** Ends the watch over a user and the block on new requests, if there is one. */
export const unblock = async (run: XrayRun, removals: Removals, email: string): Promise<void> => {
  removals.delete(email);
  if (run.held.blocked.delete(email)) await run.api.unblockUser(email);
};
