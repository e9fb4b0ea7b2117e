// @peculiar/x509 finds its parts by decorators and needs this before it is loaded.
import 'reflect-metadata';
import { createHash, X509Certificate } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { gunzipSync } from 'node:zlib';
import * as x509 from '@peculiar/x509';
import {
  batchText,
  Desired,
  fleetPaths,
  TrafficPull,
  type AgentState,
  type DesiredUser,
  type UsageBatch,
  type UsageRow,
} from '@skyport/contract/fleet';
import { FleetDigest } from '@skyport/contract/fleet-digest';
import { admissionOf } from '../../../../agent/src/trust.ts';
import { certificateKeys, newKeyPair, privatePem } from '../../platform/certificates.ts';
import type { Pki } from '../certificates/pki.ts';
import { agentState } from './agent-state.ts';

/** What a scripted agent may do wrong. */
export interface Misbehaviour {
  /** Nothing is answered any more. */
  dead: boolean;
  /** Every answer waits as long, ms. */
  slow: number;
  /** Whatever is asked, the answer is this text. */
  garbage: string | undefined;
  /** Every message of the panel is answered by a conflict. */
  stubborn: boolean;
  /** The answer to the next desired set is lost after it was applied. */
  losesAnswer: boolean;
}

/** An agent without an engine, in this very process, that speaks the protocol. */
export interface FakeAgent {
  readonly port: number;
  /** Certificate signed by the panel, PEM. */
  readonly certificate: string;
  epoch: string;
  /** Seconds its clock is ahead. */
  ahead: number;
  readonly wrong: Misbehaviour;
  /** What it serves, by `user.line`. */
  readonly users: Map<string, DesiredUser>;
  /** Every message that was applied, oldest first. */
  readonly messages: Desired[];
  /** Closes a batch with these rows. */
  closeBatch(rows: UsageRow[], change?: Partial<UsageBatch>): UsageBatch;
  readonly closedBatches: UsageBatch[];
  /** Loses what it serves, as if its disk had been put back. */
  forget(): void;
  readonly calls: string[];
  close(): Promise<void>;
}

const signed = (batch: Omit<UsageBatch, 'sha256'>): UsageBatch => ({
  ...batch,
  sha256: createHash('sha256').update(batchText(batch)).digest('hex'),
});

/**
 * Starts a scripted agent on loopback with a certificate of the panel, or at a place and with an identity that were
 * given. `now` is the product's clock.
 */
export const startFakeAgent = async (
  pki: Pki,
  nodeId: string,
  now: () => Date,
  place?: { readonly port: number; readonly certificate: string; readonly key: string },
): Promise<FakeAgent> => {
  const { certificate, key } = place ?? (await nodeIdentity(pki, nodeId));
  const known = { gen: 0, digest: new FleetDigest(), desired: undefined as Desired | undefined };
  const digestNow = (): string =>
    known.desired
      ? known.digest.value(known.desired.node, known.desired.lines)
      : createHash('sha256').update('nothing').digest('hex');
  const agent = {
    certificate,
    epoch: crypto.randomUUID() as string,
    ahead: 0,
    wrong: { dead: false, slow: 0, garbage: undefined, stubborn: false, losesAnswer: false } as Misbehaviour,
    users: new Map<string, DesiredUser>(),
    messages: [] as Desired[],
    closedBatches: [] as UsageBatch[],
    calls: [] as string[],
    closeBatch: (rows: UsageRow[], change: Partial<UsageBatch> = {}): UsageBatch => {
      const to = now().getTime();
      const { sha256, ...own } = change;
      const batch = signed({
        seq: agent.closedBatches.length + 1,
        day: new Date(to + 8 * 3_600_000).toISOString().slice(0, 10),
        from: to - 60_000,
        to,
        rows,
        ...own,
      });
      const made = sha256 === undefined ? batch : { ...batch, sha256 };
      agent.closedBatches.push(made);
      return made;
    },
    forget: (): void => {
      agent.users.clear();
      Object.assign(known, { gen: 0, digest: new FleetDigest(), desired: undefined });
    },
  };

  const state = (): AgentState =>
    agentState({
      gen: known.gen,
      digest: digestNow(),
      epoch: agent.epoch,
      clock: now().getTime() + agent.ahead * 1000,
      certificateExpires: new Date(now().getTime() + 3.15e11).toISOString(),
    });
  const desired = (message: Desired): [number, object] => {
    const conflict: [number, object] = [409, { gen: known.gen, digest: digestNow() }];
    if (agent.wrong.stubborn || (message.kind === 'delta' && message.base_gen !== known.gen)) return conflict;
    const users = message.kind === 'full' ? new Map<string, DesiredUser>() : new Map(agent.users);
    for (const [user, line] of message.removes) users.delete(`${user}.${line}`);
    for (const upsert of message.upserts) users.set(`${upsert.user}.${upsert.line}`, upsert);
    const digest = new FleetDigest();
    for (const { line, user, credential } of users.values()) digest.add(line, user, credential);
    if (digest.value(message.node, message.lines) !== message.digest) return conflict;
    agent.users.clear();
    for (const [name, user] of users) agent.users.set(name, user);
    Object.assign(known, { gen: message.gen, digest, desired: message });
    agent.messages.push(message);
    return [200, { applied_gen: known.gen, digest: digestNow() }];
  };
  const pull = (ask: TrafficPull): [number, object] => {
    const same = ask.epoch === agent.epoch;
    const batches = same ? agent.closedBatches.filter(({ seq }) => seq > ask.ack_seq).slice(0, 2) : [];
    const more = same && agent.closedBatches.some(({ seq }) => seq > (batches.at(-1)?.seq ?? Infinity));
    return [200, { epoch: agent.epoch, batches, more, applied_gen: known.gen, clock: now().getTime() }];
  };
  const answer = (path: string, body: unknown): [number, object] => {
    if (path === fleetPaths.state) return [200, state()];
    if (path === fleetPaths.desired) return desired(Desired.parse(body));
    return path === fleetPaths.pull ? pull(TrafficPull.parse(body)) : [404, {}];
  };

  const authority = new X509Certificate(pki.ca);
  const server = createServer(
    { key, cert: certificate, ca: pki.ca, requestCert: true, rejectUnauthorized: false, minVersion: 'TLSv1.3' },
    async (request, response) => {
      const panel = (request.socket as TLSSocket).getPeerX509Certificate();
      if (admissionOf(panel, authority, now().getTime()) !== 'all') return void request.socket.destroy();
      const parts: Buffer[] = [];
      for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
      if (agent.wrong.dead) return void request.socket.destroy();
      await new Promise((resolve) => setTimeout(resolve, agent.wrong.slow));
      const body = Buffer.concat(parts);
      const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
      agent.calls.push(request.url ?? '');
      const [status, outcome] = answer(request.url ?? '', text.length > 0 ? JSON.parse(text.toString()) : undefined);
      if (agent.wrong.losesAnswer && request.url === fleetPaths.desired) {
        agent.wrong.losesAnswer = false;
        return void request.socket.destroy();
      }
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(agent.wrong.garbage ?? JSON.stringify(outcome));
    },
  );
  await new Promise<void>((resolve) => server.listen(place?.port ?? 0, '127.0.0.1', resolve));
  return Object.assign(agent, {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
};

/** A key pair with a certificate that the panel signed for a node, PEM texts. */
export const nodeIdentity = async (pki: Pki, nodeId: string): Promise<{ certificate: string; key: string }> => {
  const keys = await newKeyPair();
  const csr = await x509.Pkcs10CertificateRequestGenerator.create({
    name: 'CN=skyport-agent',
    keys,
    signingAlgorithm: certificateKeys,
  });
  return {
    certificate: await pki.signNodeRequest(csr.toString('pem'), nodeId),
    key: await privatePem(keys.privateKey),
  };
};
