// @peculiar/x509 finds its parts by decorators and needs this before it is loaded.
import 'reflect-metadata';
import { createHash, randomBytes, randomUUID, type webcrypto, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:https';
import { connect, type TLSSocket } from 'node:tls';
import * as x509 from '@peculiar/x509';
import { fleetPaths } from '@skyport/contract/fleet';
import { type EnrolFinished, type EnrolStarted } from '@skyport/contract/fleet-enrol';
import { enrolProof } from '../enrol.ts';
import { keyDigest } from '../trust.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** A key with its certificate, PEM. */
export type Pair = { key: string; cert: string };
/** What a call brought. */
export type Reply<T> = { status: number; body: T };

/** A panel as small as the agent's tests need it: an authority, a certificate of its own, and the calls. */
export type TestPanel = {
  ca: string;
  own: Pair;
  issue(name: string): Promise<Pair>;
  /** A certificate for a key, valid from an hour ago for a day. */
  sign(subject: string, publicKey: webcrypto.CryptoKey | x509.PublicKey): Promise<string>;
  enrol(port: number, code: string): Promise<Reply<EnrolFinished>>;
  start(port: number, code: string, as?: Pair): Promise<Reply<EnrolStarted>>;
  finish(port: number, code: string, made: { certificate: string; ca: string }): Promise<Reply<EnrolFinished>>;
  call<T>(port: number, method: string, path: string, body?: object, as?: Pair): Promise<Reply<T>>;
};

const validity = () => ({ notBefore: new Date(Date.now() - 3_600_000), notAfter: new Date(Date.now() + 86_400_000) });
const newKeys = () => crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
const pemOf = async (keys: webcrypto.CryptoKeyPair) =>
  x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');

/** Makes an authority and a panel certificate under it. It calls from the address `from` of this machine. */
export const makePanel = async (from = '127.0.0.1'): Promise<TestPanel> => {
  const keys = await newKeys();
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=test authority',
    keys,
    signingAlgorithm: ALGORITHM,
    ...validity(),
    extensions: [new x509.BasicConstraintsExtension(true, 1, true)],
  });
  const sign = async (subject: string, publicKey: webcrypto.CryptoKey | x509.PublicKey) => {
    const made = await x509.X509CertificateGenerator.create({
      subject,
      issuer: authority.subject,
      publicKey,
      signingKey: keys.privateKey,
      signingAlgorithm: ALGORITHM,
      serialNumber: randomBytes(8).toString('hex'),
      ...validity(),
    });
    return made.toString('pem');
  };
  const issue = async (name: string): Promise<Pair> => {
    const pair = await newKeys();
    return { key: await pemOf(pair), cert: await sign(`CN=${name}`, pair.publicKey) };
  };
  const ca = authority.toString('pem');
  const own = await issue('panel');
  const nonce = randomBytes(24).toString('hex');
  const start: TestPanel['start'] = async (port, code, as = own) => {
    const proof = enrolProof(code, ['panel', ownDigest(as), await seenDigest({ port, from }, as), nonce]);
    return call({ port, from, path: fleetPaths.enrol }, { nonce, proof }, as);
  };
  const finish: TestPanel['finish'] = async (port, code, made) => {
    const both = createHash('sha256')
      .update(made.certificate + made.ca)
      .digest('hex');
    const proof = enrolProof(code, ['finish', ownDigest(own), await seenDigest({ port, from }, own), nonce, both]);
    return call({ port, from, path: fleetPaths.enrolFinish }, { nonce, ...made, nodeId: randomUUID(), proof }, own);
  };
  return {
    ca,
    own,
    issue,
    sign,
    start,
    finish,
    enrol: async (port, code) => {
      const { body } = await start(port, code);
      const request = new x509.Pkcs10CertificateRequest(body.csr);
      return finish(port, code, { certificate: await sign('CN=node', request.publicKey), ca });
    },
    call: (port, method, path, body, as = own) => call({ port, from, method, path }, body, as),
  };
};

const ownDigest = (pair: Pair): string => keyDigest(new X509Certificate(pair.cert));

/** An agent's port on this machine, and the address that it is called from. */
type Place = { port: number; from: string };
const placeOf = ({ port, from }: Place) => ({ port, host: '127.0.0.1', localAddress: from, rejectUnauthorized: false });

/** Digest of the key that the agent shows in the handshake. */
const seenDigest = async (place: Place, as: Pair): Promise<string> => {
  const socket: TLSSocket = connect({ ...placeOf(place), ...as });
  await once(socket, 'secureConnect');
  const peer = socket.getPeerX509Certificate();
  socket.destroy();
  if (!peer) throw new Error('The agent shows no certificate.');
  return keyDigest(peer);
};

const call = async <T>(
  { method = 'POST', path, ...place }: Place & { method?: string; path: string },
  body: object | undefined,
  as: Pair,
): Promise<Reply<T>> => {
  const asked = request({ ...placeOf(place), method, path, ...as, agent: false });
  asked.end(body && JSON.stringify(body));
  const [response] = await once(asked, 'response');
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part);
  const text = Buffer.concat(parts).toString();
  return { status: response.statusCode, body: text === '' ? undefined : JSON.parse(text) };
};
