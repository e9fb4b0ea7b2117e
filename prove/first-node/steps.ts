import { randomBytes } from 'node:crypto';
import { GIB, MIB } from '@skyport/contract/units';
import { texts as couponTexts } from '@skyport/web/coupons/admin-texts';
import { enrolTexts } from '@skyport/web/nodes/enrol-texts';
import { lineTexts, nodeTexts } from '@skyport/web/nodes/texts';
import type { Locator, Page } from 'playwright-core';
import { pastedBy } from '../../testkit/browser.ts';
import { startClient } from '../../testkit/clients.ts';
import { pressCopyLink, redeem, register, shownTraffic } from '../../testkit/customer-actions.ts';
import { logIn } from '../../testkit/log-in.ts';
import type { TestNet } from '../../testkit/net.ts';
import { addCoupon, addLine, makeNode, openJoinWindow, openTab, setUpAdmin } from '../../testkit/operator-actions.ts';
import type { Origin } from '../../testkit/origin.ts';
import type { Panel } from '../../testkit/panel.ts';
import { nodeOf, type Plan } from '../../testkit/site-plan.ts';
import { fetchDocument } from '../../testkit/site.ts';
import { until } from '../../testkit/until.ts';
import { bookedProblems, bytesByUser, panelTotals } from '../../testkit/usage-totals.ts';
import { awayProblems, closeWindow, codeIn, commandIn, copyCommand, untilPortRefuses } from './console.ts';
import type { FirstServer } from './server.ts';

/** The control port as the form proposes it. */
export const PORT = 888;
const DOWNLOAD = 64 * MIB;
/** Most bytes that headers and greetings add to a download. */
const OVERHEAD = MIB;
const EMAIL = 'operator@example.com';
const MENU = { platform: 'Android', client: 'v2rayNG', userAgent: 'v2rayNG/1.10.32' } as const;
/** No file, a path below a file, a folder, another program. */
const WRONG_ENGINES = ['/opt/xray', '/etc/hostname/xray', '/opt', '/usr/bin/true'];

/** Everything of one walk. */
export interface Walk {
  readonly panel: Panel;
  /** The panel's address as servers and customers reach it. */
  readonly address: string;
  readonly server: FirstServer;
  readonly net: TestNet;
  readonly origin: Origin;
  /** One node, of which the operator types name and IP only, one line and the coupon. */
  readonly plan: Plan;
  /** Phones whose relative addresses lead to `address`. */
  readonly operator: Page;
  readonly customer: Page;
  readonly sabotage: string | undefined;
  /** Notes whether a claim holds. */
  readonly hold: (claim: string, holds: boolean, detail?: string) => void;
}

/** Walks from the printed link to the first billed bytes. Throws at the step that fails. */
export const walkToFirstBytes = async (walk: Walk): Promise<void> => {
  const { operator } = walk;
  const password = await proveLoopback(walk);
  await logIn(operator, { email: EMAIL, password });
  await openTab(operator, 'admin_agents');
  const { name } = nodeOf(walk.plan, 0);
  const window = await openJoinWindow(operator, name);
  const [code, command] = [await codeIn(window), await commandIn(window)];
  const hasWarning = (await window.innerText()).includes('PUBLIC_URL');
  walk.hold('an address that servers reach is not warned of', !hasWarning, command);
  walk.hold('the copied command is the one that is shown', (await copyCommand(operator, window)) === command, command);
  await proveWrongEngines(walk, { window, code });
  await proveJoin(walk, { window, code, command });
  await proveTraffic(walk);
  await provePort(walk);
  await proveUsedCode(walk, code);
};

/** Opens the printed link, which has a loopback address. Gives the operator's password. */
const proveLoopback = async (walk: Walk): Promise<string> => {
  const { panel, address, server, operator, plan, sabotage, hold } = walk;
  const link = new URL(await panel.setupLink());
  const { hostname } = link;
  if (sabotage === 'public-first') link.host = new URL(address).host;
  const password = await setUpAdmin(operator, link.href, EMAIL);
  const { name, ip } = nodeOf(plan, 0);
  await makeNode(operator, { name, ip });
  const window = await openJoinWindow(operator, name);
  const command = await commandIn(window);
  const shown = await window.innerText();
  hold('the window warns of a loopback address by name', shown.includes(enrolTexts.loopback(hostname)), shown);
  await untilPortRefuses(window, PORT);
  hold('the window says in words that the port refuses', true);
  const { code, text } = await server.paste(command);
  hold('the command with a loopback address ends and installs nothing', code !== undefined && code !== 0, text);
  await proveExpiredCode(walk, await codeIn(window));
  await closeWindow(window);
  return password;
};

/** Expires the code on the panel; the agent waits seconds instead of half an hour. */
const proveExpiredCode = async ({ panel, address, server, sabotage, hold }: Walk, code: string): Promise<void> => {
  await server.bringAgent(address, sabotage === 'unchecked-engine');
  await panel.query(`update node_enrolments set expires_at = now() - interval '1 minute'`);
  const { code: end, text = '' } = await server.enrol({ code, data: 'expired', isHurried: true });
  const sentence = `Nobody has called TCP port ${PORT} within 30 minutes`;
  hold('an expired code is refused in a sentence', end === 1 && text.includes(sentence), `${end}: ${text}`);
};

const proveWrongEngines = async (
  { panel, server, hold }: Walk,
  { window, code }: { readonly window: Locator; readonly code: string },
): Promise<void> => {
  for (const [at, engine] of WRONG_ENGINES.entries()) {
    const { code: end, text = '' } = await server.enrol({ code, engine, data: `wrong-${at}` });
    const isNamed = end === 1 && text.includes(`--engine ${engine}: `);
    hold(`the agent refuses the engine ${engine} by name`, isNamed, `${end}: ${text}`);
  }
  const open = await panel.query('select from node_enrolments where expires_at > now()');
  const text = await window.innerText();
  hold('wrong engines do not use up the code', open.length === 1 && text.includes(enrolTexts.waiting), text);
};

const proveJoin = async (
  { operator, server, hold }: Walk,
  { window, code, command }: { readonly window: Locator; readonly code: string; readonly command: string },
): Promise<void> => {
  const { code: end, text = '' } = await server.paste(command);
  const hasJoined = end === 0 && text.includes('This server has joined the panel.');
  hold('the same code joins with the right engine', hasJoined, `${end}: ${text.slice(-800)}`);
  await window.getByText(enrolTexts.joined, { exact: true }).waitFor();
  const shown = await window.innerText();
  const isNew = shown.includes(enrolTexts.next) && !shown.includes(code) && !shown.includes('install');
  hold('the window shows success, the next step and no used command', isNew, shown);
  await window.getByRole('link', { name: enrolTexts.addLine, exact: true }).click();
  await operator.getByRole('heading', { level: 1, name: lineTexts.title, exact: true }).waitFor();
};

/** The operator makes a line and a coupon; a customer loads a page through them. */
const proveTraffic = async (walk: Walk): Promise<void> => {
  const { panel, net, origin, plan, operator, customer, sabotage, hold } = walk;
  const [line] = plan.lines;
  if (line && sabotage !== 'no-line') await addLine(operator, { plan }, line);
  await addCoupon(operator, { plan });
  await register(customer, 'xiaoming@example.com', randomBytes(9).toString('base64url'));
  await redeem(customer, plan.coupon.code);
  await pressCopyLink(customer, MENU.platform, MENU.client);
  const link = await until('the link to be copied', async () => {
    const text = await pastedBy(customer);
    return text.includes('/api/subscript/') && text;
  });
  const document = await fetchDocument(link, MENU.userAgent);
  const host = net.addHost();
  const client = await startClient({ program: 'xray', host, document, group: '', probeUrl: origin.url });
  try {
    await until(
      'a first answer through the line',
      async () => (await client.download(`${origin.url}/bytes?n=1`)).end === 'complete',
      { everyMs: 500 },
    );
    const { bytes, end } = await client.download(`${origin.url}/bytes?n=${DOWNLOAD}`);
    hold('a customer loads 64 MiB through the line', bytes === DOWNLOAD && end === 'complete', client.logTail());
  } finally {
    await client.stop();
  }
  await proveBilling({ panel, plan, customer, hold });
};

const proveBilling = async ({ panel, plan, customer, hold }: Pick<Walk, 'panel' | 'plan' | 'customer' | 'hold'>) => {
  const billed = async (): Promise<number> => Math.max(0, ...bytesByUser(await panelTotals(panel)).values());
  await until('the bytes to be billed', async () => (await billed()) >= DOWNLOAD).catch(() => undefined);
  const [bytes, problems] = [await billed(), await bookedProblems(panel, await panelTotals(panel))];
  const isExact = bytes >= DOWNLOAD && bytes <= DOWNLOAD + OVERHEAD && problems.length === 0;
  hold('the bytes are billed once', isExact, `${bytes} bytes; ${problems.join('; ')}`);
  await customer.reload();
  const left = (((plan.coupon.traffic ?? 0) - bytes) / GIB).toFixed(2);
  const isShown = await until('the use to be shown', async () => (await shownTraffic(customer)) === left).catch(
    () => false,
  );
  hold('the customer sees what is left', isShown, await shownTraffic(customer));
};

/** A firewall in front of the control port, then a port on which nothing listens. */
const provePort = async ({ server, operator, plan, sabotage, hold }: Walk): Promise<void> => {
  const { name } = nodeOf(plan, 0);
  await openTab(operator, 'admin_agents');
  const ways = [
    ['behind a firewall', () => server.closePort()],
    ['without its agent', async () => (await server.stopAgent(), server.openPort())],
  ] as const;
  for (const [way, close] of ways) {
    if (sabotage !== 'open-port') await close();
    const { text, problems } = await awayProblems(operator, name, way);
    hold(`a node ${way} is away for a reason in words`, problems.length === 0, `${problems.join('; ')}: ${text}`);
  }
};

/** Uses the code again on the server that has joined. */
const proveUsedCode = async ({ server, hold }: Walk, code: string): Promise<void> => {
  const { code: end, text = '' } = await server.enrol({ code, data: 'used', isHurried: true });
  const isSaid = end === 1 && text.includes('the code may have been used already');
  hold('a used code is refused in a sentence', isSaid, `${end}: ${text}`);
};

/** Commands and console texts that the README section lacks. */
export const missingIn = (section: string): string[] =>
  [
    'npm run node-kit',
    String(PORT),
    nodeTexts.title,
    nodeTexts.add,
    nodeTexts.join,
    enrolTexts.joined,
    lineTexts.title,
    lineTexts.add,
    lineTexts.direct,
    couponTexts.title,
    couponTexts.add,
  ].filter((word) => !section.includes(word));
