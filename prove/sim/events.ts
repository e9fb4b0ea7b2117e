import type { Settings } from '@skyport/contract/settings-table';
import type { AgentDeath } from './machine.ts';
import type { Effect, PanelPoint } from './process.ts';

/** How an answer travels; `altered` and `replayed` are lies. */
export type AnswerTravel = 'arrives' | 'lost' | 'altered' | 'replayed';

/** How a request travels: `twice` when the connection broke and the client asked again. */
export type Travel = 'arrives' | 'twice' | 'lost';

export type NodeEvent =
  | 'engine dies'
  | 'agent dies'
  | 'power fails'
  | 'copy of disk'
  | 'disk put back'
  | 'clone'
  | 'move to clone'
  | 'install';
export interface Movement {
  readonly node: number;
  readonly user: number;
  readonly line: number;
  readonly up: number;
  readonly down: number;
}
export type PanelEvent = 'panel goes on' | 'panel dies' | 'settle';

/**
 * One thing that happens. Numbers name a node, a user, a line, a panel or a call by its place, modulo
 * how many there are.
 */
export type Event =
  | (Movement & { readonly do: 'traffic' })
  /** Traffic, a tick and a pull: what mostly happens. */
  | (Movement & { readonly do: 'all is well'; readonly panel: number })
  | { readonly do: 'tick'; readonly node: number; readonly end?: AgentDeath }
  | { readonly do: NodeEvent; readonly node: number }
  | { readonly do: 'disk full'; readonly node: number; readonly full: boolean }
  | { readonly do: 'clock'; readonly node: number; readonly skew: number }
  | { readonly do: 'ask'; readonly node: number; readonly panel: number; readonly arrives: boolean }
  | { readonly do: 'request'; readonly call: number; readonly travel: Travel; readonly end?: AgentDeath }
  | { readonly do: 'answer'; readonly call: number; readonly travel: AnswerTravel }
  | { readonly do: 'round'; readonly node: number; readonly panel: number; readonly travel: AnswerTravel }
  | { readonly do: 'arm'; readonly panel: number; readonly point: PanelPoint; readonly effect: Effect }
  | { readonly do: PanelEvent; readonly panel: number }
  | { readonly do: 'backup' | 'database put back' }
  | { readonly do: 'grant'; readonly user: number; readonly bytes: number }
  | { readonly do: 'member'; readonly user: number; readonly hours: number }
  | { readonly do: 'trial'; readonly user: number; readonly bytes: number; readonly hours: number }
  | { readonly do: 'trials end' }
  | { readonly do: 'user scale'; readonly user: number; readonly ppm: number }
  | {
      readonly do: 'line';
      readonly node: number;
      readonly renumbered: boolean;
      readonly ppm: number;
      readonly isPublic: boolean;
    }
  | { readonly do: 'settings'; readonly settings: Partial<Settings> };

/** An event and the milliseconds before it. */
export type Step = Event & { readonly ms: number };

/** An account at the beginning. */
export interface AccountSetup {
  readonly num: number;
  readonly granted: number;
  readonly memberHours: number | null;
  readonly quota: number;
  readonly special: boolean;
  readonly specialGb: number;
  readonly ppm: number;
  readonly agency: boolean;
}

/** What a schedule begins with. */
export interface Setup {
  readonly accounts: readonly AccountSetup[];
  readonly nodes: readonly { readonly id: string; readonly linkMbps: number; readonly lines: readonly LineSetup[] }[];
  readonly settings: Settings;
}
export interface LineSetup {
  readonly num: number;
  readonly ppm: number;
  readonly isPublic: boolean;
}

/** Users and lines that the panel has never heard of, so that strange batches come by. */
export const STRANGER = 99;
/** What the engine counts for its own placeholder. */
export const NOBODY = -1;
