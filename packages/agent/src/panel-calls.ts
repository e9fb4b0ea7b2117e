import type { X509Certificate } from 'node:crypto';
import { Desired, fleetPaths, TrafficPull } from '@skyport/contract/fleet';
import type { Agent } from './agent.ts';
import type { Identity } from './identity.ts';
import type { Log } from './log.ts';
import { listen, type Listening, Refusal } from './server.ts';

/** Name in the panel's certificate. Nodes have certificates of the same authority, so the name decides who may ask. */
const PANEL_SUBJECT = 'CN=panel';

/** True for the panel's certificate; that it is signed by the enrolled authority was checked by TLS before. */
export const isPanel = (peer: X509Certificate | undefined): boolean =>
  peer !== undefined && peer.subject.split('\n').includes(PANEL_SUBJECT);

/** Opens the agent's paths to the enrolled panel and to nobody else. */
export const listenToPanel = (input: {
  agent: Agent;
  identity: Identity;
  host: string;
  port: number;
  log: Log;
}): Promise<Listening> => {
  const { agent, identity, host, port, log } = input;
  const { key, certificate, ca } = identity;
  return listen({
    host,
    port,
    log,
    tls: { key, cert: certificate, ca, rejectUnauthorized: true },
    admit: isPanel,
    routes: {
      [`GET ${fleetPaths.state}`]: async () => ({ status: 200, body: await agent.state() }),
      [`PUT ${fleetPaths.desired}`]: async (body) => desired(agent, Desired.parse(body)),
      [`POST ${fleetPaths.pull}`]: (body) => ({ status: 200, body: agent.pull(TrafficPull.parse(body)) }),
    },
  });
};

const desired = async (agent: Agent, message: Desired): Promise<{ status: number; body: object }> => {
  try {
    const answer = await agent.desire(message);
    return { status: answer.kind === 'applied' ? 200 : 409, body: answer.body };
  } catch (cause) {
    if (cause instanceof RangeError) throw new Refusal(400, `the time zone ${message.node.timezone} is not known here`);
    throw cause;
  }
};
