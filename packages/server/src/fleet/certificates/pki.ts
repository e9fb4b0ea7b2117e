// @peculiar/x509 finds its parts by decorators and needs this before it is loaded.
import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { certificateKeys, importPrivate, newKeyPair, privatePem, serialNumber } from '../../platform/certificates.ts';
import { DAY_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { BACKDATED_MS, holdsNow, LEAF_DAYS, renewalDue } from './certificate-rules.ts';
import { keyDigest } from './key-digest.ts';
import { findPanelKey, insertPanelKey, replacePanelCertificate, type PanelKey } from './panel-key-store.ts';

const CA_DAYS = 7300;

/**
 * The result of checking an agent's certificate: `valid`; `over`, the enrolled agent's key in a certificate that has
 * expired or is not valid yet; `stranger`, another key.
 */
export type Trust = 'valid' | 'over' | 'stranger';

/** The panel's own authority: what it shows to agents, and what it signs for them. PEM texts. */
export interface Pki {
  readonly ca: string;
  /** The panel's certificate of this moment; `refresh` may make it another one. */
  readonly certificate: string;
  readonly privateKey: string;
  /** Hex SHA-256 of the panel's public key (SPKI, DER): `P` of the enrolment proofs. */
  readonly keyDigest: string;
  /** A certificate for the key of a node's request. Throws when the request is not signed by its own key. */
  signNodeRequest(csr: string, nodeId: string): Promise<string>;
  /** Another certificate for the key of one that was signed before. */
  signAgain(certificate: string, nodeId: string): Promise<string>;
  /** Verifies the certificate that an agent shows; `key` is the digest that was stored when it enrolled. */
  verify(shown: X509Certificate, key: string): Trust;
  /** Makes the panel's own certificate anew when it is due, or takes over the one that another process made. */
  refresh(): Promise<void>;
}

type PkiDeps = Pick<Deps, 'db' | 'secrets' | 'clock' | 'random'>;

/**
 * The panel's authority and client certificate, made on the first start; private keys are encrypted at rest. A client
 * certificate that is due is made anew for the same key, so that no panel is ever locked out by its own.
 */
export const loadPki = async (deps: PkiDeps): Promise<Pki> => {
  const ca = await keyOf(deps, 'ca', () => makeCa(deps));
  const root = new X509Certificate(ca.certificate);
  const caKey = await importPrivate(ca.privateKey);
  const authority = { name: new x509.X509Certificate(ca.certificate).subject, key: caKey };
  const ownNow = async (): Promise<PemPair> =>
    renewOwn(deps, authority, await keyOf(deps, 'panel', () => makePanel(deps, authority)));
  const sign = (publicKey: x509.PublicKeyType, nodeId: string): Promise<string> =>
    issue(deps, authority, { subject: nodeId, publicKey, usage: x509.ExtendedKeyUsage.serverAuth });
  let own = await ownNow();
  return {
    ca: ca.certificate,
    get certificate() {
      return own.certificate;
    },
    privateKey: own.privateKey,
    keyDigest: keyDigest(new X509Certificate(own.certificate)),
    signNodeRequest: async (csr, nodeId) => {
      const request = new x509.Pkcs10CertificateRequest(csr);
      if (!(await request.verify())) throw new Error("the node's certificate request is not signed by its own key");
      return sign(request.publicKey, nodeId);
    },
    signAgain: (certificate, nodeId) => sign(new x509.X509Certificate(certificate).publicKey, nodeId),
    verify: (shown, key) => {
      if (keyDigest(shown) !== key || !shown.checkIssued(root) || !shown.verify(root.publicKey)) return 'stranger';
      return holdsNow(shown, deps.clock.now()) ? 'valid' : 'over';
    },
    refresh: async () => {
      own = await ownNow();
    },
  };
};

interface PemPair {
  readonly certificate: string;
  readonly privateKey: string;
}

interface Authority {
  readonly name: string;
  readonly key: Awaited<ReturnType<typeof importPrivate>>;
}

/** The stored pair of that name, or a new one; when two processes make one at once, the first is everybody's. */
const keyOf = async (deps: PkiDeps, name: 'ca' | 'panel', make: () => Promise<PemPair>): Promise<PemPair> => {
  const context = `panel_keys.private:${name}`;
  const open = (row: PanelKey): PemPair => ({
    certificate: row.public_pem,
    privateKey: deps.secrets.decrypt(row.private_enc, context),
  });
  const stored = await findPanelKey(deps.db, name);
  if (stored) return open(stored);
  const made = await make();
  await insertPanelKey(deps.db, {
    name,
    private_enc: deps.secrets.encrypt(made.privateKey, context),
    public_pem: made.certificate,
    created_at: deps.clock.now(),
  });
  const kept = await findPanelKey(deps.db, name);
  if (!kept) throw new Error(`the key ${name} could not be stored`);
  return open(kept);
};

/**
 * The panel's pair with a certificate of now: of two processes that make one at once, the first one's is everybody's.
 */
const renewOwn = async (deps: PkiDeps, authority: Authority, own: PemPair): Promise<PemPair> => {
  if (!renewalDue(new X509Certificate(own.certificate), deps.clock.now())) return own;
  const { publicKey } = new x509.X509Certificate(own.certificate);
  const made = await issuePanel(deps, authority, publicKey);
  const certificate = await replacePanelCertificate(deps.db, { name: 'panel', before: own.certificate, after: made });
  return { ...own, certificate };
};

const validity = (deps: PkiDeps, days: number): { notBefore: Date; notAfter: Date } => {
  const now = deps.clock.now().getTime();
  return { notBefore: new Date(now - BACKDATED_MS), notAfter: new Date(now + days * DAY_MS) };
};

const makeCa = async (deps: PkiDeps): Promise<PemPair> => {
  const keys = await newKeyPair();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(deps.random),
    name: [{ CN: ['Skyport panel authority'] }],
    ...validity(deps, CA_DAYS),
    signingAlgorithm: certificateKeys,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: certificate.toString('pem'), privateKey: await privatePem(keys.privateKey) };
};

const makePanel = async (deps: PkiDeps, authority: Authority): Promise<PemPair> => {
  const keys = await newKeyPair();
  const certificate = await issuePanel(deps, authority, keys.publicKey);
  return { certificate, privateKey: await privatePem(keys.privateKey) };
};

const issuePanel = (deps: PkiDeps, authority: Authority, publicKey: x509.PublicKeyType): Promise<string> =>
  issue(deps, authority, { subject: 'panel', publicKey, usage: x509.ExtendedKeyUsage.clientAuth });

const issue = async (
  deps: PkiDeps,
  authority: Authority,
  want: { subject: string; publicKey: x509.PublicKeyType; usage: x509.ExtendedKeyUsage },
): Promise<string> => {
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(deps.random),
    subject: [{ CN: [want.subject] }],
    issuer: authority.name,
    ...validity(deps, LEAF_DAYS),
    publicKey: want.publicKey,
    signingKey: authority.key,
    signingAlgorithm: certificateKeys,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([want.usage]),
      new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: want.subject }]),
    ],
  });
  return certificate.toString('pem');
};
