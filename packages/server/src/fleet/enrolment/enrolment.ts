import { createHash, createHmac, timingSafeEqual, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { fleetPaths } from '@skyport/contract/fleet';
import { EnrolFinished, EnrolStarted } from '@skyport/contract/fleet-enrol';
import { inTransaction } from '@skyport/db';
import type { z } from 'zod';
import { bumpCatalogue, type FleetNode } from '../../nodes/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { nodeChanged } from '../../platform/fleet-changes.ts';
import { createAgentClient } from '../agent/agent-client.ts';
import { AgentFault } from '../agent/agent-fault.ts';
import { connectToAgent, type AgentAddress } from '../agent/agent-connection.ts';
import { keyDigest } from '../certificates/key-digest.ts';
import type { Pki } from '../certificates/pki.ts';
import { keepSigned, noteFailure, storeAgent, type EnrolmentRow } from './enrolment-store.ts';
import { joinFailureOf, JoinFault } from './join-fault.ts';

const TIMEOUT_MS = 6000;
const ANSWER_LIMIT = 64 * 1024;
const NONCE_BYTES = 32;

type EnrolDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'random' | 'env' | 'jobs' | 'log'>;

interface Enrolment {
  readonly node: FleetNode;
  readonly row: EnrolmentRow;
  readonly pki: Pki;
  readonly deps: EnrolDeps;
}

/** Associated data of an enrolment code's encryption: the row that it belongs to. */
const codeContext = (nodeId: string): string => `node_enrolments.code:${nodeId}`;

/**
 * Tries once to enrol a node with its open code: both sides prove that they know it, the panel signs the agent's key,
 * and the agent's certificate is pinned. True when the node is enrolled; otherwise the reason stands at the enrolment.
 */
export const tryEnrol = async (enrolment: Enrolment): Promise<boolean> => {
  const { row, deps, node } = enrolment;
  try {
    const known = row.certificate === null ? undefined : await epochOf(enrolment, row.certificate);
    const done = known ?? (await enrolAnew(enrolment));
    await inTransaction(deps.db, async (trx) => {
      await storeAgent(trx, { nodeId: node.id, ...done, at: deps.clock.now() });
      await bumpCatalogue(trx);
      await nodeChanged(trx, deps, node.id);
    });
    deps.log.info({ node: node.id }, 'a node has joined');
    return true;
  } catch (fault) {
    const failure = joinFailureOf(fault);
    deps.log.debug({ node: node.id, err: fault, ...failure }, 'a node could not join yet');
    await noteFailure(deps.db, node.id, failure);
    return false;
  }
};

interface Enrolled {
  readonly certificate: string;
  readonly epoch: string;
}

const placeOf = (node: FleetNode, { env }: EnrolDeps): AgentAddress => ({
  host: node.address,
  port: node.ctrlPort,
  allowPrivate: env.ALLOW_PRIVATE_NETWORKS,
});

/** The agent that was signed for just before the panel died: it may be serving already. */
const epochOf = async ({ node, pki, deps }: Enrolment, certificate: string): Promise<Enrolled | undefined> => {
  const client = createAgentClient({ ...placeOf(node, deps), key: keyDigest(new X509Certificate(certificate)) }, pki);
  try {
    return { certificate, epoch: (await client.state()).epoch };
  } catch (fault) {
    if (fault instanceof AgentFault) return undefined;
    throw fault;
  } finally {
    client.close();
  }
};

const enrolAnew = async (enrolment: Enrolment): Promise<Enrolled> => {
  const { node, row, pki, deps } = enrolment;
  const code = deps.secrets.decrypt(row.code_enc, codeContext(node.id));
  const nonce = deps.random.bytes(NONCE_BYTES).toString('hex');
  const proofOf = (...parts: string[]): string => createHmac('sha256', code).update(parts.join('\n')).digest('hex');
  let agentKey = '';
  const started = await ask(enrolment, START, (agent) => {
    agentKey = keyDigest(agent);
    return { nonce, proof: proofOf('panel', pki.keyDigest, agentKey, nonce) };
  });
  if (!same(started.proof, proofOf('agent', pki.keyDigest, agentKey, nonce, sha256(started.csr))))
    throw new JoinFault('wrongProof');
  const certificate = await pki.signNodeRequest(started.csr, node.id);
  await keepSigned(deps.db, row, certificate);
  const finished = await ask(enrolment, FINISH, (agent) => {
    if (keyDigest(agent) !== agentKey) throw new JoinFault('keyChanged');
    const proof = proofOf('finish', pki.keyDigest, agentKey, nonce, sha256(certificate + pki.ca));
    return { nonce, certificate, ca: pki.ca, nodeId: node.id, proof };
  });
  return { certificate, epoch: finished.epoch };
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const same = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(sha256(a)), Buffer.from(sha256(b)));

/** One of the two calls of an enrolment, and what an agent answers to it. */
interface EnrolCall<T extends z.ZodType> {
  readonly path: string;
  readonly answer: T;
}
const START: EnrolCall<typeof EnrolStarted> = { path: fleetPaths.enrol, answer: EnrolStarted };
const FINISH: EnrolCall<typeof EnrolFinished> = { path: fleetPaths.enrolFinish, answer: EnrolFinished };

/** One call on a connection of its own. Nobody vouches for the other side's certificate: the proofs do. */
const ask = async <T extends z.ZodType>(
  { node, pki, deps }: Enrolment,
  { path, answer }: EnrolCall<T>,
  bodyFor: (agent: X509Certificate) => object,
): Promise<z.output<T>> => {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new JoinFault('silent')), TIMEOUT_MS);
  const how = { verify: () => undefined, signal: late.signal };
  const { socket, shown } = await connectToAgent(placeOf(node, deps), pki, how).finally(() => clearTimeout(timer));
  const answering = setTimeout(() => socket.destroy(new JoinFault('silent')), TIMEOUT_MS);
  try {
    const { status, text } = await post(socket, path, JSON.stringify(bodyFor(shown)));
    if (status === 403 || status === 410) throw new JoinFault('codeRefused');
    if (status === 429) throw new JoinFault('throttled');
    if (status !== 200) throw new JoinFault('notWaiting', String(status));
    return answer.parse(JSON.parse(text));
  } finally {
    clearTimeout(answering);
    socket.destroy();
  }
};

const post = async (socket: TLSSocket, path: string, body: string): Promise<{ status: number; text: string }> => {
  const call = request({
    createConnection: () => socket,
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), connection: 'close' },
  });
  const answered = once(call, 'response') as Promise<[AsyncIterable<Buffer> & { statusCode?: number }]>;
  call.end(body);
  const [response] = await answered;
  let text = '';
  for await (const part of response) {
    text += part.toString('utf8');
    if (text.length > ANSWER_LIMIT) throw new JoinFault('notWaiting');
  }
  return { status: response.statusCode ?? 0, text };
};
