import { readFileSync } from 'node:fs';
import { arch } from 'node:os';
import { join } from 'node:path';
import { android, keepPictures, openBrowser, openPage, phone } from '../testkit/browser.ts';
import { makeFolder, removeFolder } from '../testkit/folder.ts';
import { createNet } from '../testkit/net.ts';
import { startOrigin } from '../testkit/origin.ts';
import { startPanel, type Panel } from '../testkit/panel.ts';
import { startProgram } from '../testkit/program.ts';
import { mainJobPlan } from '../testkit/site-plan.ts';
import { root as checkout } from '../tools/run.ts';
import { makeServerRoot, startServer } from './first-node/server.ts';
import { missingIn, PORT, walkToFirstBytes, type Walk } from './first-node/steps.ts';
import type { Prover } from './prover.ts';

/** How often panel and nodes talk, in seconds. */
const settings = { updateV2rayDuration: 2, trafficStasticDuration: 2 } as const;

/** The command of the README, for this machine's processor only. */
const makeKit = async ({ environment }: Panel): Promise<void> => {
  const kit = startProgram('tools/node-kit.ts', ['--cpu', arch()], { DATA_DIR: environment['DATA_DIR'] ?? '' });
  if ((await kit.over) !== 0) throw new Error(`there is no node kit: ${kit.lines.slice(-3).join(' | ')}`);
};

const readmeSection = (): string =>
  /^## The first node$(.*?)^## /ms.exec(readFileSync(join(checkout, 'README.md'), 'utf8'))?.[1] ?? '';

/** Starts panel, server, browser and the far end of downloads, and walks. */
const walk = async ({ sabotage, hold }: Pick<Walk, 'sabotage' | 'hold'>): Promise<void> => {
  const folder = makeFolder('first-node');
  const closers: (() => unknown)[] = [() => removeFolder(folder)];
  try {
    const net = createNet();
    closers.push(() => net.close());
    const origin = await startOrigin(net.origin);
    closers.push(() => origin.stop());
    const panel = await startPanel({ settings, env: { HOST: '0.0.0.0' } });
    closers.push(() => panel.stop());
    await Promise.all([makeKit(panel), makeServerRoot(folder)]);
    const host = net.addHost();
    net.join(host);
    const server = await startServer(folder, host, PORT);
    closers.push(() => server.stop());
    const browser = await openBrowser();
    closers.push(() => browser.close());
    const address = panel.url.replace('127.0.0.1', net.node);
    const operator = await openPage(browser, address, phone);
    const customer = await openPage(browser, address, android);
    const plan = mainJobPlan({ node: host.ip, entry: '', tlsTarget: origin.tlsTarget, ports: PORT });
    const site = { panel, address, server, net, origin, plan, operator, customer };
    await walkToFirstBytes({ ...site, sabotage, hold }).catch(async (fault: unknown) => {
      await keepPictures('first-node', { operator, customer });
      throw fault;
    });
  } finally {
    for (const close of closers.toReversed()) await close();
  }
};

/** Panel on this machine, a new Debian 13 server and two phones. */
export const firstNode: Prover = {
  claim:
    'the first node as a new operator walks it on a phone with the README alone, on a new Debian 13 server: loopback, ' +
    'wrong engines, expired and used codes and closed ports are named in words, and a customer loads through the line',
  sabotages: {
    'unchecked-engine': 'the agent joins without a look at its engine',
    'public-first': 'the operator opens the printed link at the address that servers reach',
    'no-line': 'the operator makes no line',
    'open-port': 'the control port stays open',
  },
  needs: {
    packages: ['chromium', 'debootstrap', 'sockets', 'packetFilter'],
    engines: ['xray'],
    network: true,
    console: true,
  },
  prove: async ({ sabotage }, say) => {
    const failures: string[] = [];
    let runs = 0;
    const hold: Walk['hold'] = (claim, holds, detail = '') => {
      runs += 1;
      say(holds ? `ok: ${claim}` : `WRONG: ${claim} (${detail.slice(-800)})`);
      if (holds) return;
      failures.push(`not so: ${claim} (${detail.slice(-800)})`);
      // The first failure already shows that the sabotage was noticed.
      if (sabotage !== undefined) throw new Error(`not so: ${claim}`);
    };
    const missing = missingIn(readmeSection());
    hold('the README names every step', missing.length === 0, missing.join());
    await walk({ sabotage, hold }).catch((fault: unknown) => failures.push(String(fault)));
    return { runs, failures };
  },
};
