import type { RunningAgent, Site } from '../../testkit/site.ts';
import type { WatchedEngine } from './engines.ts';

/** Everything that can be killed, and an operator's supervisor that starts again what is dead. */
export interface Victims {
  /** Kills one of those that live, chosen by a number in [0, 1); gives its name. Waits while all are being started. */
  killOne(choice: number): Promise<string>;
  /** Waits until everything lives again. Throws what kept something from it. */
  idle(): Promise<void>;
}

const ROLES = ['api', 'worker'] as const;
type Role = (typeof ROLES)[number];

/** A process that finds no database at its start ends, and is started again as often. */
const MOST_STARTS = 20;
const CHECK_MS = 300;

/** The victims of a site; what ends by itself is told with the last line of its output. */
export const victimsOf = (
  { panel, agents }: Site,
  engines: readonly WatchedEngine[],
  say: (line: string) => void,
): Victims & { stop(): Promise<void> } => {
  const busy = new Map<string, Promise<void>>();
  const faults: unknown[] = [];
  const during = (key: string, work: () => Promise<unknown>): void => {
    const done = work()
      .then(
        () => undefined,
        (fault: unknown) => void faults.push(fault),
      )
      .finally(() => busy.delete(key));
    busy.set(key, done);
  };
  const startAgain = async (role: Role): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await panel.crash(role);
      } catch (fault) {
        if (tries === MOST_STARTS) throw fault;
        say(`${role} is started once more: ${fault instanceof Error ? (fault.message.split('\n')[0] ?? '') : ''}`);
      }
    }
  };
  const supervisor = setInterval(() => {
    for (const role of ROLES) {
      const program = panel.processes.get(role);
      if (busy.has(role) || !program?.isOver()) continue;
      say(`${role} had ended by itself: ${program.lines.findLast((line) => line !== '') ?? ''}`);
      during(role, () => startAgain(role));
    }
  }, CHECK_MS);

  const free = (): Victim[] =>
    [...plain, ...agents.flatMap((_, place) => at(place))].filter(({ key }) => !busy.has(key));
  const idle = async (): Promise<void> => {
    while (busy.size > 0) await Promise.all(busy.values());
    if (faults.length > 0) throw faults[0];
  };
  const strikeAgent = async (agent: RunningAgent, engine: WatchedEngine): Promise<void> => {
    await agent.process.kill();
    await agent.restart();
    engine.agentBegan();
  };
  const killOne = async (choice: number): Promise<string> => {
    let lives = free();
    for (; lives.length === 0; lives = free()) await Promise.race(busy.values());
    const victim = lives[Math.floor(choice * lives.length)];
    if (!victim) throw new RangeError(`a choice of ${choice} is none`);
    const { key, kind } = victim;
    if (kind === 'api' || kind === 'worker') during(kind, () => startAgain(kind));
    else if (kind === 'database') during(key, () => panel.crashDatabase());
    else {
      const place = Number(key);
      const [agent, engine] = [agents[place], engines[place]];
      if (!agent || !engine) throw new Error(`there is no agent ${place}`);
      if (kind === 'engine' && (await engine.kill())) return `engine ${place}`;
      if (kind === 'node') during(key, () => engine.cutPower());
      else during(key, () => strikeAgent(agent, engine));
      return `${kind === 'node' ? kind : 'agent'} ${place}`;
    }
    return kind;
  };
  return {
    killOne,
    idle,
    stop: async () => {
      clearInterval(supervisor);
      await idle();
    },
  };
};

interface Victim {
  /** What cannot be struck twice at once. */
  readonly key: string;
  readonly kind: Role | 'database' | 'agent' | 'engine' | 'node';
}

const plain: readonly Victim[] = (['api', 'worker', 'database'] as const).map((kind) => ({ key: kind, kind }));
const at = (place: number): Victim[] =>
  (['agent', 'engine', 'node'] as const).map((kind) => ({ key: String(place), kind }));
