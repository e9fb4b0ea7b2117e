// @peculiar/x509 finds its parts by decorators and needs this before it is loaded.
import 'reflect-metadata';
import { X509Certificate, createHash } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { certificateKeys, importPrivate, newKeyPair, privatePem, serialNumber } from '../platform/certificates.ts';
import { DAY_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { findPanelKey, insertPanelKey, type PanelKey } from './store.ts';

const CA_DAYS = 7300;
const LEAF_DAYS = 3650;
/** Clocks of nodes may be behind ours by as much. */
const BACKDATED_MS = DAY_MS;

/** The panel's own authority: what it shows to agents, and what it signs for them. PEM texts. */
export interface Pki {
  readonly ca: string;
  readonly certificate: string;
  readonly privateKey: string;
  /** Hex SHA-256 of the panel's public key (SPKI, DER): `P` of the enrolment proofs. */
  readonly keyDigest: string;
  /** A certificate for the key of a node's request. Throws when the request is not signed by its own key. */
  signNodeRequest(csr: string, nodeId: string): Promise<string>;
}

type PkiDeps = Pick<Deps, 'db' | 'secrets' | 'clock' | 'random'>;

/** Hex SHA-256 of a certificate's public key (SPKI, DER). */
export const keyDigest = (certificate: X509Certificate): string =>
  createHash('sha256')
    .update(certificate.publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex');

/** The panel's authority and client certificate, made on the first start; private keys are encrypted at rest. */
export const loadPki = async (deps: PkiDeps): Promise<Pki> => {
  const ca = await keyOf(deps, 'ca', () => makeCa(deps));
  const caKey = await importPrivate(ca.privateKey);
  const authority = { name: new x509.X509Certificate(ca.certificate).subject, key: caKey };
  const panel = await keyOf(deps, 'panel', () => makePanel(deps, authority));
  return {
    ca: ca.certificate,
    certificate: panel.certificate,
    privateKey: panel.privateKey,
    keyDigest: keyDigest(new X509Certificate(panel.certificate)),
    signNodeRequest: async (csr, nodeId) => {
      const request = new x509.Pkcs10CertificateRequest(csr);
      if (!(await request.verify())) throw new Error("the node's certificate request is not signed by its own key");
      return issue(deps, authority, {
        subject: nodeId,
        publicKey: request.publicKey,
        usage: x509.ExtendedKeyUsage.serverAuth,
      });
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
  const certificate = await issue(deps, authority, {
    subject: 'panel',
    publicKey: keys.publicKey,
    usage: x509.ExtendedKeyUsage.clientAuth,
  });
  return { certificate, privateKey: await privatePem(keys.privateKey) };
};

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
