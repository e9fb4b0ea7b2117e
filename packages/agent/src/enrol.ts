// @peculiar/x509 finds its parts by decorators and needs this before it is loaded.
import 'reflect-metadata';
import { createHash, createHmac, timingSafeEqual, X509Certificate } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { fleetPaths } from '@skyport/contract/fleet';
import { EnrolFinish, type EnrolFinished, EnrolStart, type EnrolStarted } from '@skyport/contract/fleet-enrol';
import type { Clock } from './clock.ts';
import type { Identity } from './identity.ts';
import type { Log } from './log.ts';
import { unknownCallerBodies } from './server-bodies.ts';
import { type Answer, listen } from './server.ts';
import { Refusal } from './refusal.ts';
import { keyDigest, signedCertificate } from './trust.ts';
import { AGENT_VERSION } from './version.ts';
import { createWrongProofs, type WrongProofs } from './wrong-proofs.ts';

/** A code lives this long. */
export const CODE_LIFE_MS = 30 * 60_000;
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** Key made on the node, its certificate signing request, and a self-signed certificate until it is signed. PEM. */
export type NodeKey = { key: string; csr: string; certificate: string };

/** Makes a node's key pair. The private key never leaves the node. */
export const makeNodeKey = async (now: number): Promise<NodeKey> => {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const name = 'CN=skyport-agent';
  const csr = await x509.Pkcs10CertificateRequestGenerator.create({ name, keys, signingAlgorithm: ALGORITHM });
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name,
    keys,
    signingAlgorithm: ALGORITHM,
    notBefore: new Date(now - 24 * 3_600_000),
    notAfter: new Date(now + 24 * 3_600_000),
  });
  const key = x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
  return { key, csr: csr.toString('pem'), certificate: certificate.toString('pem') };
};

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

/** A proof of the protocol: HMAC-SHA-256 of `parts` with the code as its key, hex. */
export const enrolProof = (code: string, parts: readonly string[]): string =>
  createHmac('sha256', code).update(parts.join('\n')).digest('hex');

/** The enrolment code has expired. The command ends with this sentence. */
export class EnrolmentEnded extends Error {}

type Enrolment = {
  code: string;
  node: NodeKey;
  own: string;
  epoch: string;
  bornAt: number;
  clock: Clock;
  port: number;
  log: Log;
  wrong: WrongProofs;
  /** A caller has connected. A panel that has this node already closes the connection without a request. */
  reached: boolean;
  /** A caller has asked to join. */
  called: boolean;
  begun: { nonce: string; panel: string } | undefined;
  resolve(identity: Identity): void;
  reject(reason: EnrolmentEnded): void;
  save(identity: Identity): void;
};

/**
 * Waits for the panel and proves the code with it; gives the identity once it is saved and the panel has been told.
 * Throws EnrolmentEnded after thirty minutes.
 */
export const enrol = async (input: {
  code: string;
  host: string;
  port: number;
  epoch: string;
  clock: Clock;
  log: Log;
  save(identity: Identity): void;
  /** Called once the panel can reach the agent. */
  listening?(): void;
}): Promise<Identity> => {
  const { host, port, log, clock } = input;
  const node = await makeNodeKey(clock.now());
  const outcome = Promise.withResolvers<Identity>();
  const enrolment: Enrolment = {
    ...input,
    node,
    own: keyDigest(new X509Certificate(node.certificate)),
    bornAt: clock.now(),
    wrong: createWrongProofs(clock),
    reached: false,
    called: false,
    begun: undefined,
    resolve: outcome.resolve,
    reject: outcome.reject,
  };
  const server = await listen({
    host,
    port,
    log,
    pair: node,
    // Any certificate is admitted: the proofs decide.
    admit: (peer) => (peer ? 'all' : 'none'),
    connected: () => (enrolment.reached = true),
    bodies: unknownCallerBodies,
    routes: {
      [`POST ${fleetPaths.enrol}`]: (body, peer, from) => start(enrolment, EnrolStart.parse(body), { peer, from }),
      [`POST ${fleetPaths.enrolFinish}`]: (body, peer, from) =>
        finish(enrolment, EnrolFinish.parse(body), { peer, from }),
    },
  });
  const timer = setTimeout(() => enrolment.reject(tooOld(enrolment)), CODE_LIFE_MS);
  const until = new Date(enrolment.bornAt + CODE_LIFE_MS).toISOString();
  const needs = 'the panel calls this TCP port: it has to be open in every firewall';
  log.info({ port: server.port, until, needs }, 'waiting for the panel');
  input.listening?.();
  try {
    return await outcome.promise;
  } finally {
    clearTimeout(timer);
    await server.close();
  }
};

/** Tells apart: a closed port, a used code, and a call that failed half-way. */
const tooOld = ({ called, reached, port }: Pick<Enrolment, 'called' | 'reached' | 'port'>): EnrolmentEnded => {
  if (called)
    return new EnrolmentEnded('The code has ended after 30 minutes, although somebody had called; get a new one.');
  return new EnrolmentEnded(
    reached
      ? `TCP port ${port} was reached within 30 minutes, but nobody has asked this server to join: the code may have been used already. It has ended; get a new one.`
      : `Nobody has called TCP port ${port} within 30 minutes: a firewall may be closed, or the panel has another address or port for this node. The code has ended; get a new one.`,
  );
};

/** Whoever calls: the certificate that they show, and their address. */
type Caller = { peer: X509Certificate | undefined; from: string };

/** Refuses a wrong proof, and any proof of a client that has sent too many: those are to wait, and others are not. */
const check = (enrolment: Enrolment, from: string, [proof, ...parts]: [string, ...string[]]): Answer | undefined => {
  const { code, clock, bornAt, wrong, log } = enrolment;
  enrolment.called = true;
  if (clock.now() > bornAt + CODE_LIFE_MS) {
    return { status: 410, body: { error: 'the code has ended' }, sent: () => enrolment.reject(tooOld(enrolment)) };
  }
  if (wrong.isBlocked(from)) return { status: 429, body: { error: 'too many wrong proofs: wait a minute' } };
  if (timingSafeEqual(Buffer.from(proof, 'hex'), Buffer.from(enrolProof(code, parts), 'hex'))) return undefined;
  if (wrong.note(from)) log.warn({ from }, 'whoever called does not know the code');
  return { status: 403, body: { error: 'the proof is wrong' } };
};

const start = (enrolment: Enrolment, { nonce, proof }: EnrolStart, { peer, from }: Caller): Answer => {
  const panel = panelDigest(peer);
  const refused = check(enrolment, from, [proof, 'panel', panel, enrolment.own, nonce]);
  if (refused) return refused;
  enrolment.begun = { nonce, panel };
  const { csr } = enrolment.node;
  const body: EnrolStarted = {
    csr,
    proof: enrolProof(enrolment.code, ['agent', panel, enrolment.own, nonce, sha256(csr)]),
    agentVersion: AGENT_VERSION,
  };
  return { status: 200, body };
};

const finish = (enrolment: Enrolment, message: EnrolFinish, { peer, from }: Caller): Answer => {
  const panel = panelDigest(peer);
  const { nonce, certificate, ca, nodeId, proof } = message;
  const refused = check(enrolment, from, [proof, 'finish', panel, enrolment.own, nonce, sha256(certificate + ca)]);
  if (refused) return refused;
  if (enrolment.begun?.nonce !== nonce || enrolment.begun.panel !== panel)
    throw new Refusal(409, 'this enrolment was not begun');
  signedCertificate({ certificate, ca, key: enrolment.own });
  const identity = { nodeId, key: enrolment.node.key, certificate, ca };
  enrolment.save(identity);
  const body: EnrolFinished = { epoch: enrolment.epoch };
  return { status: 200, body, sent: () => enrolment.resolve(identity) };
};

const panelDigest = (peer: X509Certificate | undefined): string => {
  if (!peer) throw new Refusal(403, 'a certificate is needed');
  return keyDigest(peer);
};
