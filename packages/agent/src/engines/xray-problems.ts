import type { AgentProblem } from '@skyport/contract/fleet';
import type { AccessFeed } from '../access-feed.ts';
import type { Netfilter } from '../netfilter.ts';
import { readWarpKeys } from '../warp.ts';
import type { EngineSetup } from './engine.ts';
import type { CutTools } from './xray-cut.ts';

/** What the engine cannot do on this machine, or not with what it was given, of the things that it is asked to do. */
export const problemsOf = (
  deps: { dataDir: string; netfilter: Netfilter; feed: AccessFeed },
  tools: Pick<CutTools, 'tcp'>,
  setup: EngineSetup | undefined,
): AgentProblem[] => {
  const problems: AgentProblem[] = [];
  const say = (kind: AgentProblem['kind'], detail: string): void => {
    if (detail !== '') problems.push({ kind, detail });
  };
  const filter = deps.netfilter.problem();
  if (!tools.tcp) say('cutTcp', 'ss -K closes no connection here: it needs root and INET_DIAG_DESTROY in the kernel');
  if (setup?.lines.some(({ protocol }) => hasDatagrams(protocol))) say('cutUdp', filter);
  if (setup && !setup.node.allowPrivate) say('guard', filter);
  if (setup?.node.warp) {
    const found = readWarpKeys(deps.dataDir);
    if ('problem' in found) say('warp', found.problem);
  }
  say('accessLog', deps.feed.problem());
  if (setup?.node.openLog && deps.feed.pipe === undefined)
    say('accessLog', 'the pipe of the access log cannot be made');
  return problems;
};

const hasDatagrams = (protocol: EngineSetup['lines'][number]['protocol']): boolean =>
  protocol === 'h2' || protocol === 'ss' || protocol === 'compat';
