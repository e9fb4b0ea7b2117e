import { tryOwnHosts } from '@skyport/documents/testing/resolvers/own-hosts';
import { openStage } from '@skyport/documents/testing/resolvers/stage';
import type { Stage } from '@skyport/documents/testing/resolvers/stage';
import { clients, credentials, everySwitches, tryNames } from '@skyport/documents/testing/resolvers/trial';
import { engineNames } from '../tools/engines.ts';
import type { Prover } from './prover.ts';

const label = (engine: string, where: string, lineIsDead: boolean): string =>
  `${engine}, ${where}${lineIsDead ? ', with a dead line' : ''}`;

/** Every pinned client with every switch, while the lines are open or not. */
const tryAll = async (stage: Stage, lineIsDead: boolean, say: (line: string) => void): Promise<string[]> => {
  const failures: string[] = [];
  for (const client of clients) {
    for (const [where, switches] of everySwitches) {
      const faults = await tryNames(stage, client, { switches, lineIsDead });
      say(`${label(client.engine, where, lineIsDead)}: ${faults.length === 0 ? 'right' : 'wrong'}`);
      failures.push(...faults.map((fault) => `${label(client.engine, where, lineIsDead)}: ${fault}`));
    }
    const faults = await tryOwnHosts(stage, client, { lineIsDead });
    say(`${label(client.engine, 'own hosts', lineIsDead)}: ${faults.length === 0 ? 'right' : 'wrong'}`);
    failures.push(...faults.map((fault) => `${label(client.engine, 'own hosts', lineIsDead)}: ${fault}`));
  }
  return failures;
};

/** Running clients of every generation, each with its document, in a world whose resolvers remember who asked them. */
export const resolvers: Prover = {
  claim:
    'with every pinned client and switch, names are asked where their traffic goes and of nobody else, by TCP, UDP and ' +
    'both families of addresses; a dead line leaves link, console and house reachable, and a line reaches link and ' +
    'console while home has wrong addresses for them',
  sabotages: { 'no-lines': 'the machine behind the lines never starts, and nobody is told' },
  needs: { engines: engineNames, network: true },
  prove: async ({ sabotage }, say) => {
    const stage = await openStage();
    try {
      const close = sabotage === 'no-lines' ? async () => {} : await stage.openLines(credentials);
      const open = await tryAll(stage, false, say);
      await close();
      const dead = await tryAll(stage, true, say);
      return { runs: clients.length * (everySwitches.length + 1) * 2, failures: [...open, ...dead] };
    } finally {
      stage.close();
    }
  },
};
