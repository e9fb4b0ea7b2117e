import { X509Certificate } from 'node:crypto';
import {
  CertificateRenewal,
  type CertificateRenewed,
  Desired,
  fleetPaths,
  PanelFilter as PanelFilterMessage,
  TrafficPull,
} from '@skyport/contract/fleet';
import { DesiredPart } from '@skyport/contract/fleet-parts';
import type { Agent } from './agent.ts';
import type { Clock } from './clock.ts';
import { certificateExpires, type Identity } from './identity.ts';
import type { Log } from './log.ts';
import type { PanelFilter } from './panel-filter.ts';
import { type Answer, listen, type Listening } from './server.ts';
import { Refusal } from './refusal.ts';
import { admissionOf, keyDigest, signedCertificate } from './trust.ts';

/** What the agent's paths are made of; `save` keeps an identity whose certificate was renewed. */
type PanelDeps = {
  agent: Agent;
  identity: Identity;
  save(identity: Identity): void;
  host: string;
  port: number;
  filter: PanelFilter;
  clock: Clock;
  log: Log;
};

const RENEWAL = `PUT ${fleetPaths.certificate}`;

/** Opens the agent's paths to the enrolled panel and to nobody else. */
export const listenToPanel = async (deps: PanelDeps): Promise<Listening> => {
  const { agent, identity, host, port, filter, clock, log } = deps;
  const authority = new X509Certificate(identity.ca);
  const server: Listening = await listen({
    host,
    port,
    log,
    pair: identity,
    ca: identity.ca,
    admit: (peer) => admissionOf(peer, authority, clock.now()),
    renewal: [RENEWAL],
    routes: {
      [`GET ${fleetPaths.state}`]: async (_body, _peer, from) => {
        filter.called(from);
        return { status: 200, body: { ...(await agent.state()), filter: filter.state() } };
      },
      [`PUT ${fleetPaths.filter}`]: async (body, _peer, from) => {
        filter.admit(PanelFilterMessage.parse(body).networks, from);
        await filter.keep();
        return { status: 200, body: filter.state() };
      },
      [`PUT ${fleetPaths.desired}`]: async (body) => desired(agent, Desired.parse(body)),
      [`PUT ${fleetPaths.desiredPart}`]: (body) => {
        const { kind, body: answer } = agent.takePart(DesiredPart.parse(body));
        return { status: kind === 'taken' ? 200 : 409, body: answer };
      },
      [`POST ${fleetPaths.pull}`]: (body) => ({ status: 200, body: agent.pull(TrafficPull.parse(body)) }),
      [RENEWAL]: (body) => renew(deps, CertificateRenewal.parse(body), server),
    },
  });
  return server;
};

/**
 * Takes a new certificate for the node's own key, on disk before anybody sees it. Connections that stand are not
 * touched, so that nothing under way is cut off.
 */
const renew = (deps: PanelDeps, { certificate }: CertificateRenewal, server: Listening): Answer => {
  const { identity, save, clock, log } = deps;
  const own = keyDigest(new X509Certificate(identity.certificate));
  signedCertificate({ certificate, ca: identity.ca, key: own });
  save({ ...identity, certificate });
  identity.certificate = certificate;
  server.show(identity);
  const expires = certificateExpires(identity);
  log.info({ expires }, 'the certificate was renewed');
  const body: CertificateRenewed = { expires, clock: clock.now() };
  return { status: 200, body };
};

const desired = async (agent: Agent, message: Desired): Promise<{ status: number; body: object }> => {
  try {
    const answer = await agent.setDesired(message);
    return { status: answer.kind === 'applied' ? 200 : 409, body: answer.body };
  } catch (cause) {
    if (cause instanceof RangeError) throw new Refusal(400, `the time zone ${message.node.timezone} is not known here`);
    throw cause;
  }
};
