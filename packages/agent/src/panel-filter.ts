import { BlockList, isIPv6 } from 'node:net';
import type { DatabaseSync } from 'node:sqlite';
import type { PanelFilterState } from '@skyport/contract/fleet';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';
import type { Netfilter } from './netfilter.ts';
import { Refusal } from './refusal.ts';
import { findMeta, setMeta } from './store.ts';

/**
 * After this time without a call from the panel, anybody may connect again: a panel that has moved can reach its node.
 */
export const LIFTED_AFTER_MS = 3_600_000;
/** A call is written to disk no more often than this, and a table that somebody emptied is filled again as often. */
const NOTED_EVERY_MS = 60_000;
const NETWORKS = 'panel_networks';
const CALLED = 'panel_called';

/**
 * The rule by which only the panel's addresses reach the agent's port. It is off until the panel names some.
 * Certificates decide who may ask in any case: the rule keeps strangers from even trying.
 */
export type PanelFilter = {
  state(): PanelFilterState;
  /** Takes over the networks that may connect. Refuses (409) those that would shut out the caller itself. */
  admit(networks: readonly string[], from: string): void;
  /**
   * The panel has called. From a listed network this renews the hour, or restores a lifted rule; else it does nothing.
   */
  called(from: string): void;
  /** Brings the kernel in line; does nothing while that is as it should be. Never throws. */
  keep(): Promise<void>;
};

/** The filter of the agent's port, as the store has it. */
export const openPanelFilter = (deps: {
  db: DatabaseSync;
  netfilter: Pick<Netfilter, 'problem' | 'onlyFrom'>;
  port: number;
  clock: Clock;
  log: Log;
}): PanelFilter => {
  const { db, netfilter, port, clock, log } = deps;
  let networks = JSON.parse(findMeta(db, NETWORKS) ?? '[]') as readonly string[];
  let inside = blockListOf(networks);
  let calledAt = Number(findMeta(db, CALLED) ?? 0);
  let applied = { networks: '[]', at: 0 };
  let problem = '';
  const isDue = (): boolean => networks.length > 0 && Math.abs(clock.now() - calledAt) < LIFTED_AFTER_MS;
  const note = (from: string): void => {
    if (!contains(inside, from)) return;
    const now = clock.now();
    if (Math.abs(now - Number(findMeta(db, CALLED) ?? 0)) >= NOTED_EVERY_MS) setMeta(db, CALLED, String(now));
    calledAt = now;
  };
  return {
    state: () => ({
      networks: [...networks],
      active: isDue() && problem === '' && netfilter.problem() === '',
      problem: networks.length > 0 ? problem || netfilter.problem() : '',
    }),
    admit: (wanted, from) => {
      const list = blockListOf(wanted);
      if (wanted.length > 0 && !contains(list, from)) throw new Refusal(409, `the panel itself calls from ${from}`);
      setMeta(db, NETWORKS, JSON.stringify(wanted));
      [networks, inside] = [[...wanted], list];
      note(from);
      log.info({ networks }, 'who may reach the control port was changed');
    },
    called: note,
    keep: async () => {
      const wanted = isDue() ? networks : [];
      const text = JSON.stringify(wanted);
      const same = text === applied.networks;
      if (netfilter.problem() !== '' || (same && (wanted.length === 0 || clock.now() - applied.at < NOTED_EVERY_MS)))
        return;
      try {
        await netfilter.onlyFrom(wanted.length > 0 ? port : undefined, wanted);
        if (!same)
          log.info(
            { networks: wanted },
            wanted.length > 0 ? 'the control port is guarded' : 'the control port is open',
          );
        problem = '';
      } catch (cause) {
        problem = (cause instanceof Error ? cause.message : String(cause)).slice(0, 200);
        if (!same) log.warn({ reason: problem }, 'the control port could not be guarded');
      }
      applied = { networks: text, at: clock.now() };
    },
  };
};

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');

const blockListOf = (networks: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', length] = network.split('/');
    if (length === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(length), familyOf(address));
  }
  return list;
};

const contains = (list: BlockList, from: string): boolean => {
  const bare = from.replace(/^::ffff:(?=\d+\.)/i, '');
  return bare !== '' && list.check(bare, familyOf(bare));
};
