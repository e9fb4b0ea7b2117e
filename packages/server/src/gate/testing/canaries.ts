import { secretNames } from '@skyport/contract/settings-rules';
import { settingsTable, type SettingName } from '@skyport/contract/settings-table';
import { userkeyAssociatedData } from '../../accounts/index.ts';
import { appCode } from '../../accounts/second-step/testing.ts';
import { loadPki } from '../../fleet/certificates/pki.ts';
import { loadInstallKey } from '../../install/keys.ts';
import { nodeForm } from '../../nodes/testing.ts';
import type { TestSession } from '../../testing-app.ts';
import { PASSWORD } from './account-saves.ts';
import type { SaveScene } from './save-case.ts';
import { callAs } from './save-scene.ts';

/** A text that nobody but its owner may ever see. */
export interface Canary {
  readonly name: string;
  readonly text: string;
  /** Id of the account that is told it, and the call by which. */
  readonly owner?: { readonly userId: string; readonly call: string };
  /** The column in which it is stored as it is; others are encrypted or hashed. */
  readonly stored?: string;
}

/** Things that hold canaries, for calls that name them. */
export interface Planted {
  readonly canaries: readonly Canary[];
  readonly node: string;
  readonly entry: string;
  /** An admin's own. */
  readonly order: string;
  readonly trade: string;
  readonly ticket: string;
}

const WARP_KEY = Buffer.from('a canary of thirty-two bytes WARP').subarray(0, 32).toString('base64');
const WARP = `[Interface]
PrivateKey = ${WARP_KEY}
Address = 172.16.0.2/32
[Peer]
PublicKey = ${Buffer.alloc(32, 8).toString('base64')}
Endpoint = engage.example.com:2408
`;

/** The longest line of a key: what would be seen of it inside of JSON, too. */
const lineOf = (pem: string): string =>
  pem
    .split('\n')
    .toSorted((a, b) => b.length - a.length)[0]!
    .trim();

const plantSettings = async ({ ask }: SaveScene): Promise<Canary[]> => {
  const texts = secretNames.map((name) => ({ name, text: `canary-of-the-setting-${name}` }));
  await ask(
    '/api/admin/config/set_config',
    Object.fromEntries(texts.map(({ name, text }) => [name, fitting(name, text)])),
  );
  return texts;
};

const plantPayInstances = async ({ ask }: SaveScene): Promise<Canary[]> => {
  const key = 'canary-of-the-key-of-a-gateway';
  const form = { kind: 'epay_v1', label: '易支付', gateway: 'https://pay.example.com/', pid: '1001', key };
  const stripe = { key: 'sk_test_canary_of_stripe', webhookKey: 'whsec_canary_of_stripe', currency: 'CNY' };
  await ask('/api/admin/pay_instance/create', form);
  await ask('/api/admin/pay_instance/create', { kind: 'stripe', label: 'Stripe', ...stripe });
  return [
    { name: 'the key of a gateway', text: key },
    { name: 'the key of Stripe', text: stripe.key },
    { name: 'the secret of events of Stripe', text: stripe.webhookKey },
  ];
};

/** A text as the setting takes it: keys of endpoints stand in their addresses. */
const fitting = (name: SettingName, text: string): string => {
  const row = settingsTable[name];
  return 'format' in row && row.format === 'endpoints' ? `https://node.example.com/${text}` : text;
};

const plantLines = async (
  { ask, app }: SaveScene,
  { node, reality, entry }: { readonly node: string; readonly reality: string; readonly entry: string },
): Promise<Canary[]> => {
  const bridged = { bridge: 'report', entryID: entry };
  for (const protocol of ['vmesh_ws', 'ss'])
    await ask('/api/admin/agent_line/update', { name: protocol, agentID: node, protocol, ...bridged });
  await ask('/api/admin/agent_line/update', { name: 'reality', agentID: reality, protocol: 'reality' });
  const { db, secrets } = app.deps;
  const rows = await db.selectFrom('lines').select(['id', 'protocol', 'secrets_enc', 'public_secrets']).execute();
  return rows.flatMap(({ id, protocol, secrets_enc, public_secrets }) => {
    const hidden = JSON.parse(secrets.decrypt(secrets_enc, `lines.secrets:${id}`)) as Record<string, string>;
    const { serverKey, path } = public_secrets as Record<string, string>;
    return [
      ...Object.entries(hidden).map(([name, text]) => ({ name: `${name} of ${protocol}`, text: lineOf(text) })),
      ...[serverKey, path].flatMap((text) =>
        text === undefined ? [] : [{ name: `the key of ${protocol}`, text, stored: 'lines.public_secrets' }],
      ),
    ];
  });
};

const plantNodes = async (scene: SaveScene): Promise<Omit<Planted, 'order' | 'trade' | 'ticket'>> => {
  const { ask, app } = scene;
  const ssh = 'canary-of-the-ssh-password';
  const form = nodeForm({ host: 'jp.example.com', zz_port: 30_000, ssh_password: ssh, warp_keys: WARP });
  const { _id: node } = await ask('/api/admin/agents/update', form);
  const { _id: reality } = await ask('/api/admin/agents/update', nodeForm({ host: 'jp.example.com', type: 'reality' }));
  const { _id: entry } = await ask('/api/admin/entrys/update', { name: '广州', ip: '203.0.113.20' });
  const { code } = await ask('/api/admin/agents/enrol_code', { id: node });
  const lines = await plantLines(scene, { node, reality, entry });
  await loadPki(app.deps);
  const { secrets } = app.deps;
  const panel = await app.deps.db.selectFrom('panel_keys').select(['name', 'private_enc']).execute();
  const keys = panel.map(({ name, private_enc }) => ({
    name: `the panel's key ${name}`,
    text: lineOf(secrets.decrypt(private_enc, `panel_keys.private:${name}`)),
  }));
  const install = { name: 'the key of installations', text: lineOf((await loadInstallKey(app.deps)).privateKey) };
  const own = [
    { name: 'the SSH password of a node', text: ssh },
    { name: 'the WARP key of a node', text: WARP_KEY },
    { name: 'the code by which a node joins', text: code },
  ];
  return { node, entry, canaries: [...own, ...keys, install, ...lines] };
};

const plantAccount = async ({ app }: SaveScene, { userId, token, cookie }: TestSession): Promise<Canary[]> => {
  const { db, secrets } = app.deps;
  const row = await db
    .selectFrom('users')
    .select(['password_hash', 'userkey_enc'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const userkey = secrets.decrypt(row.userkey_enc, userkeyAssociatedData(userId));
  return [
    { name: 'a password hash', text: row.password_hash, stored: 'users.password_hash' },
    { name: 'a userkey', text: userkey, owner: { userId, call: 'accounts.userInfo' } },
    { name: 'a token of a session', text: token },
    { name: 'the hidden part of a session', text: /sb=(.*)$/.exec(cookie)![1]! },
  ];
};

/** An order that its buyer, who is an admin, has begun to pay. */
const plantOrder = async (scene: SaveScene): Promise<Pick<Planted, 'order' | 'trade'>> => {
  const { _id: combo_id } = await scene.ask('/api/admin/combo/update_combo', {
    name: '月卡',
    price: 30,
    vipDuration: 30,
  });
  const buy = async (path: string, payload: object) => (await callAs(scene, 'admin', { path, payload })).data._id;
  const order = await buy('/api/shop/create_order', { combo_id });
  return { order, trade: await buy('/api/shop/dobuy', { order_id: order, pay_mode: 'alipay' }) };
};

/** A ticket of an admin. */
const plantTicket = async (scene: SaveScene): Promise<string> => {
  const payload = { title: '无法连接', desc: '昨天开始' };
  return (await callAs(scene, 'admin', { path: '/api/feedback/create', payload })).data._id;
};

const plantSecondStep = async ({ app }: SaveScene): Promise<Canary[]> => {
  const user = await app.account({ type: 'admin', password: PASSWORD, steppedUp: true });
  const { secret } = (await app.call('/api/user/second_step_begin', {}, user)).data;
  const code = appCode(secret, app.clock.now());
  const { recoveryCodes } = (await app.call('/api/user/second_step_confirm', { code }, user)).data;
  return [
    { name: 'the secret of a second step', text: secret },
    ...recoveryCodes.flatMap((each: string) =>
      [each, each.replace('-', '')].map((text) => ({ name: 'a recovery code', text })),
    ),
  ];
};

/** Plants a canary in every secret that the product keeps. */
export const plant = async (scene: SaveScene): Promise<Planted> => {
  const { canaries, ...things } = await plantNodes(scene);
  const accounts: Canary[] = [];
  for (const session of Object.values(scene.sessions)) accounts.push(...(await plantAccount(scene, session)));
  const others = [
    ...(await plantSettings(scene)),
    ...(await plantPayInstances(scene)),
    ...(await plantSecondStep(scene)),
  ];
  const password = { name: 'a password as it is sent', text: PASSWORD };
  await scene.ask('/api/yunying/prize/update', { name: '奖品', gainTraffic: 1, weight: 1 });
  const owned = { ...(await plantOrder(scene)), ticket: await plantTicket(scene) };
  return { ...things, ...owned, canaries: [...canaries, ...accounts, ...others, password] };
};

const known = new Map<string, readonly string[]>();

/** Every form in which a text could leave: as it is, and encoded. */
const formsOf = (text: string): readonly string[] => {
  const found = known.get(text);
  if (found) return found;
  const bytes = Buffer.from(text);
  const encoded = (['base64', 'base64url', 'hex'] as const).map((encoding) => bytes.toString(encoding));
  const forms = [text, ...encoded, encodeURIComponent(text)];
  known.set(text, forms);
  return forms;
};

/** Names of the canaries that stand in a text, in whatever form. */
export const canariesIn = (text: string, canaries: readonly Canary[]): string[] =>
  canaries.filter((canary) => formsOf(canary.text).some((form) => text.includes(form))).map(({ name }) => name);
