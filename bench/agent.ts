import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentEnvironment, agentNodeOptions } from '@skyport/contract/node-kit';
import { bundleAgent } from '../tools/node-kit.ts';
import { root } from '../tools/run.ts';
import { inRounds, median, neat, roundsOf, type Bench } from './measure.ts';

/** What a side reports of a run: milliseconds of each time, CPU a time, and its memory afterwards. */
interface SideReport {
  readonly ms: readonly number[];
  readonly cpuMs: number;
  readonly rssMb: number;
}

/**
 * One tick of an agent with 50,000 counters, 2,000 of them moved — read, compared, committed to disk, metered — beside
 * the bare question to the engine and the decoding of its answer; and the agent's memory after many ticks.
 */
export const agent: Bench = async (options) => {
  const children: ChildProcess[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'bench-bundle-'));
  // Nodes run the agent as one bundled file; loading it from its sources takes more memory.
  const subject = join(folder, 'subject.mjs');
  await bundleAgent(subject, 'bench/agent-subject.ts');
  const begin = (file: string, ...args: string[]): ChildProcess => {
    const child = fork(file, args, {
      execArgv: [...agentNodeOptions],
      env: { ...process.env, ...agentEnvironment },
    });
    children.push(child);
    return child;
  };
  try {
    const engine = begin(join(root, 'bench/agent-engine.ts'));
    const [{ port }] = (await once(engine, 'message')) as [{ port: number }];
    const sides = {
      bare: begin(subject, 'bare', String(port)),
      tick: begin(subject, 'tick', String(port)),
    };
    for (const side of Object.values(sides)) await once(side, 'message');
    const times = options.quick ? 20 : 60;
    let report: SideReport | undefined;
    const run = async (side: ChildProcess): Promise<number> => {
      side.send(times);
      [report] = (await once(side, 'message')) as [SideReport];
      return median(report?.ms ?? []);
    };
    const found = await inRounds(
      roundsOf(options).rounds,
      {
        bareMs: () => run(sides.bare),
        bareCpuMs: async () => report?.cpuMs ?? 0,
        tickMs: () => run(sides.tick),
        tickCpuMs: async () => report?.cpuMs ?? 0,
        rssMb: async () => report?.rssMb ?? 0,
      },
      options.say,
    );
    const { bareMs, bareCpuMs, tickMs, tickCpuMs, rssMb } = found;
    return {
      ratios: { tick: neat(tickMs / bareMs) },
      figures: {
        tickCpuMs: neat(tickCpuMs),
        rssMb: neat(rssMb),
        tickMs: neat(tickMs),
        bareMs: neat(bareMs),
        bareCpuMs: neat(bareCpuMs),
      },
    };
  } finally {
    for (const child of children) {
      const ended = once(child, 'exit');
      if (child.connected) child.disconnect();
      await ended;
    }
    rmSync(folder, { recursive: true });
  }
};
