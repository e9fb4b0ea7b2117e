import type { X509Certificate } from 'node:crypto';
import {
  AgentState,
  CertificateRenewed,
  DesiredApplied,
  DesiredConflict,
  fleetPaths,
  PanelFilterState,
  TrafficPulled,
  type Desired,
  type TrafficPull,
} from '@skyport/contract/fleet';
import { type DesiredPart, DesiredPartTaken } from '@skyport/contract/fleet-parts';
import { AgentConnections, connectToAgent, type AgentAddress } from './agent-connection.ts';
import { AgentFault, CertificateOver } from './agent-fault.ts';
import type { Pki } from '../certificates/pki.ts';
import { LIMITS, parsed, exchange, explained, type AgentRequest, type RawAnswer } from './exchange.ts';

/** What became of a desired set: applied, or a base that does not match. */
export type DesiredOutcome =
  | { readonly kind: 'applied'; readonly gen: number; readonly digest: string }
  | { readonly kind: 'conflict'; readonly gen: number; readonly digest: string };

/** What an agent showed, and the bytes of its answer where they are known. */
export type PulledAnswer = TrafficPulled & { readonly bytes?: number };

/** The calls to one enrolled agent. All of them throw AgentFault and may be repeated. */
export interface AgentClient {
  state(): Promise<AgentState>;
  desired(message: Desired): Promise<DesiredOutcome>;
  /** Sends a part of a whole set; throws (`broken`) when it does not follow the one before. */
  part(part: DesiredPart): Promise<DesiredPartTaken>;
  pull(ask: TrafficPull): Promise<PulledAnswer>;
  /**
   * Sends the networks from which the port may be reached; the agent refuses (`broken`) what would shut out this panel.
   */
  filter(networks: readonly string[]): Promise<PanelFilterState>;
  /** Hands over a new certificate for the agent's key; the only call that works when the one in use is over. */
  renew(certificate: string): Promise<CertificateRenewed>;
  close(): void;
}

/** Where an agent is and how it is known: `key` is the hex SHA-256 of its public key; no other is accepted. */
export interface AgentPlace extends AgentAddress {
  readonly key: string;
}

/**
 * A client with connections of its own that are kept open between calls. Its calls throw CertificateOver when the agent
 * is the enrolled one and its certificate has expired.
 */
export const createAgentClient = (place: AgentPlace, pki: Pki): AgentClient => {
  const verify = (shown: X509Certificate): void => {
    const trust = pki.verify(shown, place.key);
    if (trust === 'over') throw new CertificateOver();
    if (trust === 'stranger') throw stranger();
  };
  const agent = new AgentConnections((signal) => connectToAgent(place, pki, { verify, signal }), pki);
  const call = (want: AgentRequest): Promise<RawAnswer> => exchange({ agent }, want);
  return {
    state: async () => parsed(AgentState, await call({ method: 'GET', path: fleetPaths.state, limit: LIMITS.state })),
    desired: async (message) => {
      const answer = await call({ method: 'PUT', path: fleetPaths.desired, body: message, limit: LIMITS.desired });
      if (answer.status === 409) return { kind: 'conflict', ...parsed(DesiredConflict, { ...answer, status: 200 }) };
      const { applied_gen: gen, digest } = parsed(DesiredApplied, answer);
      return { kind: 'applied', gen, digest };
    },
    part: async (part) =>
      parsed(
        DesiredPartTaken,
        await call({ method: 'PUT', path: fleetPaths.desiredPart, body: part, limit: LIMITS.desired }),
      ),
    pull: async (ask) => {
      const answer = await call({ method: 'POST', path: fleetPaths.pull, body: ask, limit: LIMITS.pull });
      return { ...parsed(TrafficPulled, answer), bytes: answer.body.length };
    },
    filter: async (networks) =>
      parsed(
        PanelFilterState,
        await call({ method: 'PUT', path: fleetPaths.filter, body: { networks }, limit: LIMITS.filter }),
      ),
    renew: async (certificate) => parsed(CertificateRenewed, await renew(place, pki, certificate)),
    close: () => agent.destroy(),
  };
};

const stranger = (): AgentFault =>
  new AgentFault('refused', 'the certificate is not the enrolled one', { code: 'handshake' });

/**
 * One call on a connection of its own, on which the agent has proved its key; the time of its certificate is not asked.
 */
export const renew = async (place: AgentPlace, pki: Pki, certificate: string): Promise<RawAnswer> => {
  const verify = (shown: X509Certificate): void => {
    if (pki.verify(shown, place.key) === 'stranger') throw stranger();
  };
  const { socket } = await connectToAgent(place, pki, { verify }).catch(explained);
  try {
    const to = { createConnection: () => socket };
    return await exchange(to, {
      method: 'PUT',
      path: fleetPaths.certificate,
      body: { certificate },
      limit: LIMITS.renew,
    });
  } finally {
    socket.destroy();
  }
};
