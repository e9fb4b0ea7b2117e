import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { quietPort } from '@skyport/agent/testing/quiet-port';
import { calls } from '@skyport/contract';
import { type Client, makeClient } from '@skyport/contract/client';
import { codes } from '@skyport/contract/codes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { becomeAdmin, type TestAccount } from '../../../../testkit/accounts.ts';
import { passwordHash } from '../../../../testkit/actor.ts';
import { makeFolder, removeFolder } from '../../../../testkit/folder.ts';
import { type Panel, startPanel } from '../../../../testkit/panel.ts';
import { authority } from '../../../../testkit/self-signed.ts';
import { startCaddy, startNginx } from '../../../../testkit/web-servers.ts';
import { root } from '../../../../tools/run.ts';

/* The samples of `deploy/proxy` before a real panel, with the ports and the certificate of this test. */

const HOST = 'panel.example.com';
const ADDRESSES = ['127.0.0.1', '::1'] as const;
const SITES = ['nginx', 'nginx without Host', 'caddy'] as const;
type Site = (typeof SITES)[number];

const closers: (() => Promise<unknown>)[] = [];
const ports = new Map<string, number>();
let panel: Panel;
/** A panel that was not told its address. */
let untold: Panel;
let admin: TestAccount;
let ca: string;

const sampleOf = (file: string): string => readFileSync(join(root, 'deploy/proxy', file), 'utf8');

/** Replaces what a sample must have; throws where it does not. */
const replaced = (sample: string, pairs: Readonly<Record<string, string>>): string => {
  let changed = sample;
  for (const [from, to] of Object.entries(pairs)) {
    if (!changed.includes(from)) throw new Error(`the sample does not have: ${from}`);
    changed = changed.replaceAll(from, to);
  }
  return changed;
};

const portOf = (site: Site, secure: boolean): number => ports.get(`${site} ${secure}`) ?? 0;

/** One site with TLS and one without, before the panel. */
const nginxSites = (site: Site, folder: string): string => {
  const withHost = site === 'nginx';
  const [, , site443 = ''] = sampleOf('nginx.conf').split(/^(?=server \{$)/m);
  const sample = replaced(site443, {
    '127.0.0.1:3000': new URL((withHost ? panel : untold).url).host,
    '/etc/ssl/panel.pem': join(folder, 'panel.pem'),
    '/etc/ssl/panel.key': join(folder, 'panel.key'),
    // As the sample says of other ports.
    'proxy_set_header Host $host;': withHost ? 'proxy_set_header Host $http_host;' : '',
  });
  const secure = replaced(sample, { '443 ssl': `${portOf(site, true)} ssl` });
  const plain = replaced(sample, { '443 ssl http2': String(portOf(site, false)) }).replaceAll(/^ *ssl_.*\n/gm, '');
  return `${secure}\n${plain}`;
};

const caddySites = (folder: string): string => {
  const [site = ''] = sampleOf('Caddyfile').split(/^(?=http:)/m);
  const sample = replaced(site, { '127.0.0.1:3000': new URL(panel.url).host });
  const certificate = `\n  tls ${join(folder, 'panel.pem')} ${join(folder, 'panel.key')}\n`;
  const secure = replaced(sample, { [`${HOST} {\n`]: `${HOST}:${portOf('caddy', true)} {${certificate}` });
  const plain = replaced(sample, { [HOST]: `http://${HOST}:${portOf('caddy', false)}` });
  return `{\n  admin off\n  auto_https off\n}\n${secure}\n${plain}`;
};

beforeAll(async () => {
  panel = await startPanel({ env: { PUBLIC_URL: `https://${HOST}`, TRUST_PROXY: 'loopback' } });
  closers.push(panel.stop);
  untold = await startPanel({ env: { PUBLIC_URL: '', TRUST_PROXY: 'loopback' } });
  closers.push(untold.stop);
  admin = await becomeAdmin(panel);
  const issuer = await authority('proxies.test');
  ca = issuer.certificate;
  const { cert, key } = await issuer.issue(HOST);
  for (const site of SITES) {
    const folder = makeFolder('proxy');
    closers.push(async () => removeFolder(folder));
    writeFileSync(join(folder, 'panel.pem'), cert);
    writeFileSync(join(folder, 'panel.key'), key);
    const own = [await quietPort(), await quietPort()];
    ports.set(`${site} true`, own[0]!).set(`${site} false`, own[1]!);
    const start = site === 'caddy' ? startCaddy : startNginx;
    const sites = site === 'caddy' ? caddySites(folder) : nginxSites(site, folder);
    closers.push((await start({ folder, sites, ports: own })).stop);
  }
});

afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

interface Way {
  readonly site: Site;
  readonly secure: boolean;
  readonly address: string;
}

/** The calls of a page that a browser has opened through a proxy. */
const pageBehind = ({ site, secure, address }: Way): Client<typeof calls> => {
  const host = `${HOST}:${portOf(site, secure)}`;
  let cookie = '';
  const send = async (path: string, body: object): Promise<unknown> => {
    const headers = {
      host,
      cookie,
      origin: `${secure ? 'https' : 'http'}://${host}`,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
    };
    const options = { host: address, port: portOf(site, secure), path, method: 'POST', headers, agent: false as const };
    const answer = await new Promise<{ status: number | undefined; body: string; cookies: readonly string[] }>(
      (resolve, reject) => {
        const asked = secure ? secureRequest({ ...options, ca, servername: HOST }) : plainRequest(options);
        asked.on('error', reject);
        asked.on('response', (response) => {
          const cookies = response.headers['set-cookie'] ?? [];
          text(response).then((body) => resolve({ status: response.statusCode, body, cookies }), reject);
        });
        asked.end(JSON.stringify(body));
      },
    );
    cookie = answer.cookies.map((line) => line.split(';', 1)[0]).join('; ') || cookie;
    return JSON.parse(answer.body);
  };
  return makeClient(calls, send);
};

const ways = (sites: readonly Site[]): readonly Way[] =>
  sites.flatMap((site) => [true, false].flatMap((secure) => ADDRESSES.map((address) => ({ site, secure, address }))));

test.each(ways(['nginx', 'caddy']))('log-in works behind $site, TLS $secure, by $address', async (way) => {
  const page = pageBehind(way);
  await page.accounts.login({ email: admin.email, password: passwordHash(admin.password) });
  expect((await page.accounts.userInfo({ page_url: '' })).email).toBe(admin.email);
});

test.each(ways(['nginx', 'caddy']))(
  'a wrong password is the reason behind $site, TLS $secure, by $address',
  async (way) => {
    const wrong = passwordHash(randomBytes(9).toString('hex'));
    const refused = pageBehind(way).accounts.login({ email: `nobody-${way.site}@example.com`, password: wrong });
    await expect(refused).rejects.toMatchObject({ code: codes.loginFailed.code });
  },
);

test.each(ways(['nginx without Host']))(
  'an nginx that keeps Host back is named, TLS $secure, by $address',
  async (way) => {
    const right = { email: admin.email, password: passwordHash(admin.password) };
    await expect(pageBehind(way).accounts.login(right)).rejects.toMatchObject({
      code: codes.foreignSite.code,
      message: expect.stringContaining('proxy_set_header Host $host;'),
    });
  },
);
