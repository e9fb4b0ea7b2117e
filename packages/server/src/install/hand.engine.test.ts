import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerType } from '@skyport/contract/nodes-rules';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { hurriedCode } from '../../../agent/src/testing/hurried-code.ts';
import { makePanel } from '../../../agent/src/testing/panel.ts';
import { quietPort } from '../../../agent/src/testing/quiet-port.ts';
import { linkTools } from '../subscription/testing.ts';
import { startBareServer } from './testing/bare-server.ts';
import { startLab } from './testing/lab.ts';
import { SERVER } from './testing/sshd.ts';
import { alpine, type System } from './testing/systems.ts';

const port = await quietPort();
const lab = await startLab({ PUBLIC_URL: `http://127.0.0.1:${port}` });
afterAll(() => lab.close());
const { scene } = lab;
lab.use({ version: '1.0.0' });
const url = await scene.app.gate.app.listen({ port, host: '127.0.0.1' });

/** A node as the form saves it, of which the panel knows no server yet. */
const makeNode = async (fields: object = {}): Promise<Record<string, unknown> & { _id: string; ctrl_port: number }> => {
  const ports = { ctrl_port: await quietPort(), port: await quietPort() };
  const place = { name: '节点', country: { name: '日本', flag: '🇯🇵' }, ip: SERVER, type: 'v2ray' };
  const answer = await scene.call('update', { ...place, ...ports, serverType: 'ubuntu_x86', ...fields });
  expect(answer, answer.msg).toMatchObject({ code: 0 });
  return answer.data;
};
const commandOf = async (id: string): Promise<string> => (await scene.call('enrol_code', { id })).data.command;
const healthy = (id: string): Promise<void> =>
  expect.poll(async () => (await lab.ask(id)).kind, { interval: 500 }).toBe('state');

/** Servers by type, with what they fetch by: one has curl, the other only what busybox has. */
const servers: Partial<Record<ServerType, () => System | undefined>> = { ubuntu_x86: () => undefined, apine: alpine };

test.each(Object.keys(servers) as ServerType[])(
  'the line that the window shows lets a bare server of type %s join, and may be run again',
  async (serverType) => {
    const system = servers[serverType]?.();
    if (system) onTestFinished(system.remove);
    const server = startBareServer(join(lab.folder, `opt-${serverType}`), system && { path: system.path });
    const { _id: id } = await makeNode({ serverType });
    const line = { name: '东京', agentID: id, protocol: 'vmesh_tcp' };
    expect(await scene.app.call('/api/admin/agent_line/update', line, scene.admin)).toMatchObject({ code: 0 });
    const { customer, pathOf, fetch: fetchLink } = linkTools(scene.app);
    const link = await pathOf(await customer());
    expect((await fetchLink(link, {})).body).not.toContain('东京');

    const command = await commandOf(id);
    expect(await server.paste(command), server.terminal()).toBe(0);
    expect(server.terminal()).toMatch(/^SKYPORT done version=1\.0\.0-/m);
    expect(server.terminal()).toMatch(/^This server has joined the panel\.$/m);
    await healthy(id);
    scene.app.clock.set(new Date());
    expect((await fetchLink(link, {})).body).toContain('东京');

    expect(await server.paste(`${command} --init none`), server.terminal()).toBe(0);
    expect(server.terminal()).toMatch(/^version 1\.0\.0-.* is in place already$/m);
    expect(server.terminal()).toContain('after a restart of this server run: setsid sh /opt/skyport');
    await healthy(id);
    const deletion = { id: (await scene.app.call('/api/admin/agent_line/list', {}, scene.admin)).data[0]._id };
    await scene.app.call('/api/admin/agent_line/delete_agent', deletion, scene.admin);
  },
);

test('a server says what it waits for, whatever strangers send, and why it gives up, and joins with the next line', async () => {
  const server = startBareServer(join(lab.folder, 'opt-unreached'), { env: hurriedCode(40_000) });
  // Nobody is there (RFC 5737): the panel calls in vain.
  const node = await makeNode({ ip: '192.0.2.1' });
  const given = server.paste(await commandOf(node._id));
  const waits = `The agent waits for the panel to call TCP port ${node.ctrl_port} of this server`;
  await expect.poll(() => server.terminal(), { interval: 300 }).toContain(waits);
  const stranger = await makePanel();
  const proofs: number[] = [];
  while (proofs.length < 7) proofs.push((await stranger.start(node.ctrl_port, 'no such code')).status);
  expect(proofs).toEqual([403, 403, 403, 403, 403, 429, 429]);
  expect(await given, server.terminal()).toBe(1);
  expect(server.terminal()).toContain('agent: The code has ended after 30 minutes, although somebody had called');
  expect(server.terminal()).toMatch(/^SKYPORT error code=not_joined detail=the agent has given up/m);
  const listed = async (): Promise<unknown> =>
    (await scene.call('list')).data.find(({ _id }: { _id: string }) => _id === node._id).join_problem;
  await expect.poll(listed, { interval: 500 }).toMatchObject({ ended: false });

  const moved = await scene.call('update', { ...node, ip: SERVER });
  expect(moved, moved.msg).toMatchObject({ code: 0 });
  expect(await server.paste(await commandOf(node._id)), server.terminal()).toBe(0);
  expect(server.terminal()).toMatch(/^This server has joined the panel\.$/m);
  await healthy(node._id);
});

test('the script comes with its checksum, and of the kit only its files', async () => {
  const get = async (path: string): Promise<string> => (await fetch(url + path)).text();
  const asked = join(lab.folder, 'asked.sh');
  writeFileSync(asked, await get('/install/ubuntu_x86.sh'));
  const sum = (await get('/install/ubuntu_x86.sh.sha256')).split(' ')[0];
  expect(execFileSync('sha256sum', [asked], { encoding: 'utf8' }).split(' ')[0]).toBe(sum);
  expect((await fetch(`${url}/install/kit/manifest.json`)).status).toBe(404);
});
