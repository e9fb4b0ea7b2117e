// @peculiar/x509 finds its parts by decorators and needs this before it is loaded.
import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { get } from 'node:https';
import { connect } from 'node:tls';
import * as x509 from '@peculiar/x509';
import { type CertificateRenewed, fleetPaths } from '@skyport/contract/fleet';
import { expect, onTestFinished, test } from 'vitest';
import type { Agent } from './agent.ts';
import { makeNodeKey } from './enrol.ts';
import type { Identity } from './identity.ts';
import { listenToPanel } from './panel-calls.ts';
import type { PanelFilter } from './panel-filter.ts';
import { openFilter } from './testing/open-filter.ts';
import { makePanel, type Pair } from './testing/panel.ts';
import { admissionOf } from './trust.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const DAY_MS = 86_400_000;

/** An enrolled agent whose clock a test turns; whatever else is asked of it is answered with nothing. */
const scene = async () => {
  const panel = await makePanel();
  const node = await makeNodeKey(Date.now());
  const { publicKey } = new x509.Pkcs10CertificateRequest(node.csr);
  const identity: Identity = {
    nodeId: '00000000-0000-4000-8000-00000000000a',
    key: node.key,
    certificate: await panel.sign('CN=node', publicKey),
    ca: panel.ca,
  };
  const saved: string[] = [];
  let ahead = 0;
  const heard: string[] = [];
  const filter: PanelFilter = {
    ...openFilter,
    called: (from) => void heard.push(`called from ${from}`),
    admit: (networks, from) => void heard.push(`${networks.join(' ')} asked from ${from}`),
  };
  let answerState = async (): Promise<object> => ({});
  const agent = { state: () => answerState() } as unknown as Agent;
  const server = await listenToPanel({
    agent,
    identity,
    filter,
    save: ({ certificate }) => void saved.push(certificate),
    host: '127.0.0.1',
    port: 0,
    clock: { now: () => Date.now() + ahead },
    log: quiet,
  });
  onTestFinished(server.close);
  const renew = async (certificate: string, as: Pair = panel.own) =>
    panel.call<CertificateRenewed>(server.port, 'PUT', fleetPaths.certificate, { certificate }, as);
  return {
    panel,
    identity,
    saved,
    heard,
    port: server.port,
    renew,
    another: () => panel.sign('CN=node', publicKey),
    turn: (days: number) => (ahead = days * DAY_MS),
    slowly: (state: () => Promise<object>) => (answerState = state),
    state: async (as: Pair = panel.own) =>
      (await panel.call(server.port, 'GET', fleetPaths.state, undefined, as)).status,
  };
};

/** Hex SHA-256 of the certificate that the agent shows now. */
const shown = async (port: number, as: Pair): Promise<string | undefined> => {
  const socket = connect({ port, host: '127.0.0.1', ...as, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const found = socket.getPeerX509Certificate()?.fingerprint256;
  socket.destroy();
  return found;
};

test('a new certificate is on disk, then shown, and what is under way goes on', async () => {
  const { panel, port, renew, another, saved, slowly, identity } = await scene();
  const held = Promise.withResolvers<object>();
  slowly(() => held.promise);
  const running = get({ port, host: '127.0.0.1', path: fleetPaths.state, ...panel.own, rejectUnauthorized: false });
  const answered = once(running, 'response');
  const fresh = await another();
  const { status, body } = await renew(fresh);
  expect([status, body.expires]).toEqual([200, new Date(new X509Certificate(fresh).validTo).toISOString()]);
  expect([saved, identity.certificate]).toEqual([[fresh], fresh]);
  expect(await shown(port, panel.own)).toBe(new X509Certificate(fresh).fingerprint256);
  held.resolve({});
  const [response] = await answered;
  expect(response.statusCode).toBe(200);
  response.resume();
});

test('a panel whose certificate is over may renew, and nothing else', async () => {
  const { state, renew, another, turn } = await scene();
  expect(await state()).toBe(200);
  turn(10);
  expect(await state()).toBe(403);
  expect((await renew(await another())).status).toBe(200);
  expect(await state()).toBe(403);
  turn(-10);
  expect(await state()).toBe(403);
  expect((await renew(await another())).status).toBe(200);
  turn(0);
  expect(await state()).toBe(200);
});

test('only the panel renews, and only with a certificate of this key and this authority', async () => {
  const { panel, renew, saved, state, turn, another } = await scene();
  const other = await makePanel();
  const fresh = await another();
  for (const days of [0, 10]) {
    turn(days);
    expect((await renew(fresh, await panel.issue('node'))).status).toBe(403);
    expect((await renew(fresh, other.own)).status).toBe(403);
    expect(await state(other.own)).toBe(403);
  }
  turn(0);
  for (const wrong of [(await panel.issue('node')).cert, (await other.issue('node')).cert, 'nonsense'])
    expect((await renew(wrong)).status).toBe(400);
  expect((await renew('')).status).toBe(400);
  expect(saved).toEqual([]);
});

test('a certificate that only looks like the panel’s lets nobody in', async () => {
  const [panel, other] = [await makePanel(), await makePanel()];
  const authority = new X509Certificate(panel.ca);
  const of = (pem: string, days = 0) => admissionOf(new X509Certificate(pem), authority, Date.now() + days * DAY_MS);
  expect([of(panel.own.cert), of(panel.own.cert, 3), of(panel.own.cert, -3)]).toEqual(['all', 'renewal', 'renewal']);
  expect([of(panel.ca), of(other.own.cert), of((await panel.issue('panel2')).cert)]).toEqual(['none', 'none', 'none']);
  expect([of(other.own.cert, 3), admissionOf(undefined, authority, Date.now())]).toEqual(['none', 'none']);
  // A name that contains the panel's is another name.
  expect(of((await panel.issue('x,CN=panel')).cert)).toBe('none');
});

test('only calls of the panel keep its filter on, and the filter hears where they come from', async () => {
  const { panel, port, heard, state, turn } = await scene();
  const networks = ['203.0.113.0/24', '2001:db8::1'];
  const put = (as: Pair) => panel.call(port, 'PUT', fleetPaths.filter, { networks }, as);
  expect([(await put(await panel.issue('node'))).status, await state(await panel.issue('node'))]).toEqual([403, 403]);
  turn(10);
  expect([(await put(panel.own)).status, await state()]).toEqual([403, 403]);
  expect(heard).toEqual([]);
  turn(0);
  expect([(await put(panel.own)).status, await state()]).toEqual([200, 200]);
  expect(heard).toEqual([`${networks.join(' ')} asked from 127.0.0.1`, 'called from 127.0.0.1']);
  for (const wrong of ['203.0.113.0/33', '203.0.113.9; flush ruleset', '::1%eth0', '', 'panel.example'])
    expect((await panel.call(port, 'PUT', fleetPaths.filter, { networks: [wrong] })).status).toBe(400);
  const many = Array.from({ length: 17 }, (_, at) => `203.0.113.${at}`);
  expect((await panel.call(port, 'PUT', fleetPaths.filter, { networks: many })).status).toBe(400);
});
