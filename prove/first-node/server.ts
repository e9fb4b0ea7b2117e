import { arch } from 'node:os';
import { join } from 'node:path';
import { hurriedCode } from '@skyport/agent/testing/hurried-code';
import type { TestHost } from '../../testkit/net.ts';
import { PATIENCE_MS } from '../../testkit/patience.ts';
import { until } from '../../testkit/until.ts';
import { makeRoot, startMachine, type Answer } from '../bare-server/machine.ts';

/** Debian packages that the agent needs. */
const PACKAGES = ['iproute2', 'nftables'];
/** Folder of the agent that is run by hand, and of the installed one. */
const HAND = '/root/hand';
const INSTALLED = '/opt/skyport';
/** Shortened life of a code: the panel still calls several times in it. */
const HURRIED_MS = 15_000;
/** Seconds until a running agent is killed. */
const GIVEN_UP = 60;

interface HandRun {
  readonly code: string;
  /** By default the kit's. */
  readonly engine?: string;
  /** A data directory of its own. */
  readonly data: string;
  /** Shortens the agent's half hour for the code to seconds. */
  readonly isHurried?: boolean;
}

/** A new server with a root shell. */
export interface FirstServer {
  /** Runs a line in the shell. Without `code` in the answer, it did not end in time. */
  paste(line: string): Promise<Partial<Answer>>;
  /** Downloads agent, engine and Node from the panel; `isUnchecked` removes the agent's check of its engine. */
  bringAgent(panel: string, isUnchecked: boolean): Promise<void>;
  /** Lets the agent join by hand. */
  enrol(run: HandRun): Promise<Partial<Answer>>;
  /** Closes the control port by a firewall. */
  closePort(): Promise<void>;
  openPort(): Promise<void>;
  /** Ends the installed agent. */
  stopAgent(): Promise<void>;
  stop(): Promise<void>;
}

/** Makes the root of a new Debian 13 server. */
export const makeServerRoot = (folder: string): Promise<void> => makeRoot('trixie', join(folder, 'root'), PACKAGES);

/** Starts the server whose root lies in `folder`; the panel calls it at `port`. */
export const startServer = async (folder: string, host: TestHost, port: number): Promise<FirstServer> => {
  const machine = await startMachine(join(folder, 'root'), host);
  const paste: FirstServer['paste'] = async (line) => {
    const { lines, over } = machine.start(line);
    let end: number | string | undefined;
    void over.then((code) => (end = code));
    await until('it to end', () => end !== undefined, { withinMs: 2 * PATIENCE_MS }).catch(() => undefined);
    const text = lines.join('\n');
    return typeof end === 'number' ? { code: end, text } : { text };
  };
  /** Runs a script that must not fail. */
  const must = async (script: string): Promise<void> => {
    const { code, text } = await machine.run(`set -e\n${script}`);
    if (code !== 0) throw new Error(`the server answers ${code} to ${script}: ${text.slice(-400)}`);
  };
  return {
    paste,
    bringAgent: async (panel, isUnchecked) => {
      const get = (file: string): string => `curl -fsS ${panel}/install/kit/${file}`;
      await must(`mkdir ${HAND}; cd ${HAND}; ${get('agent.mjs')} >agent.mjs
        for part in node xray; do ${get(`$part-linux-${arch()}.gz`)} | gzip -d >$part; chmod +x $part; done`);
      const cut = `sed -i 's/^ *await xrayVersion(.*engine);$//w cut' agent.mjs; test -s cut`;
      if (isUnchecked) await must(`cd ${HAND}; ${cut}`);
    },
    enrol: ({ code, engine = `${HAND}/xray`, data, isHurried = false }) => {
      const env = Object.entries(isHurried ? hurriedCode(HURRIED_MS) : {}).map(([name, value]) => `'${name}=${value}'`);
      const args = `enrol ${code} --data ${HAND}/${data} --port ${port} --engine ${engine}`;
      return paste(`env ${env.join(' ')} timeout -k 5 ${GIVEN_UP} ${HAND}/node ${HAND}/agent.mjs ${args}`);
    },
    closePort: () =>
      must(`nft 'table inet closed { chain in { type filter hook input priority 0; tcp dport ${port} drop; }; }'`),
    openPort: () => must('nft delete table inet closed'),
    stopAgent: () =>
      must(`cd ${INSTALLED}/run; kill -TERM "$(cat supervisor.pid)"; while [ -e supervisor.pid ]; do sleep 1; done`),
    stop: () => machine.stop(),
  };
};
