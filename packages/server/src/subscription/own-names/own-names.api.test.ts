import { codes } from '@skyport/contract/codes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinNode } from '../../fleet/testing/join-node.ts';
import { nodeForm } from '../../nodes/testing.ts';
import { SECOND_MS } from '../../platform/clock.ts';
import type { TestSession } from '../../testing-app.ts';
import { createTestApp } from '../../testing.ts';
import { linkTools } from '../testing.ts';

const app = await createTestApp();
afterAll(() => app.close());
const { customer, pathOf, fetch } = linkTools(app);

beforeAll(async () => {
  const admin = await app.account({ type: 'admin' });
  const node = await app.call('/api/admin/agents/update', nodeForm(), admin);
  await joinNode(app.deps.db, node.data._id);
  const line = { agentID: node.data._id, protocol: 'compat', bridge: 'none', name: '东京', index: 1 };
  expect(await app.call('/api/admin/agent_line/update', line, admin)).toMatchObject({ code: 0 });
});

const read = (user: TestSession) => app.call('/api/user/own_names', {}, user);
const save = (user: TestSession | string, direct: string[], proxied: string[] = []) =>
  app.call('/api/user/set_own_names', { direct, proxied }, user);
const documentOf = async (user: TestSession): Promise<string> => {
  app.clock.advance(SECOND_MS);
  return (await fetch(await pathOf(user, 'surge'), { agent: 'Surge iOS/3000' })).body;
};

test('own names are tidied, kept, and stand in the documents of this account alone', async () => {
  const [user, other] = [await customer(), await customer()];
  expect((await read(user)).data).toEqual({ direct: [], proxied: [] });
  const names = { direct: ['bank.example'], proxied: ['qq.com'] };
  expect(await save(user, [' .Bank.example ', 'bank.example'], ['QQ.com'])).toMatchObject({ code: 0, data: names });
  expect((await read(user)).data).toEqual(names);
  const rules = (await documentOf(user)).split('[Rule]\n')[1];
  expect(rules).toMatch(/DOMAIN-SUFFIX,bank\.example,DIRECT\nDOMAIN-SUFFIX,qq\.com,节点选择\n/);
  expect(await documentOf(other)).not.toMatch(/bank\.example|qq\.com,节点选择/);
  expect((await read(other)).data).toEqual({ direct: [], proxied: [] });
  expect(await save(user, [])).toMatchObject({ code: 0 });
  expect(await documentOf(user)).not.toContain('bank.example');
});

test('names that cannot stand in a document are refused at their list, and change nothing', async () => {
  const user = await customer();
  await save(user, ['kept.example']);
  for (const bad of ['a b', 'x.example,REJECT', '192.0.2.1', 'https://x.example/'])
    expect(await save(user, [bad])).toMatchObject({ code: codes.invalidPayload.code, data: { field: 'direct' } });
  const many = Array.from({ length: 51 }, (_, n) => `site-${n}.example`);
  expect(await save(user, many)).toMatchObject({ code: codes.invalidPayload.code });
  expect((await read(user)).data).toEqual({ direct: ['kept.example'], proxied: [] });
});

test('own names are changed with both parts of a session only', async () => {
  const user = await customer();
  expect((await save(`token=${user.token}`, ['x.example'])).code).toBe(codes.sessionExpired.code);
  expect((await read(user)).data).toEqual({ direct: [], proxied: [] });
});
