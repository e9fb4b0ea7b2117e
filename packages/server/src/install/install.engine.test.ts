import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { changeKit, makeKit } from './testing/kit.ts';
import { startScene, type Scene } from './testing/scene.ts';
import { startSshd } from './testing/sshd.ts';

const QUICK = { SKYPORT_SETTLE_SECONDS: '1', SKYPORT_READY_SECONDS: '15' };
let scene: Scene;
let room: string;

beforeAll(async () => {
  room = mkdtempSync(join(tmpdir(), 'install-'));
  await makeKit(join(room, 'kit'));
  scene = await startScene();
}, 600_000);
afterAll(async () => {
  await scene.close();
  rmSync(room, { recursive: true });
});

test('a server becomes a healthy node', async () => {
  const sshd = await startSshd({ env: QUICK });
  onTestFinished(() => sshd.stop());
  changeKit(join(room, 'kit'), scene.kit, {});
  const id = await scene.node(sshd, join(room, 'one'), { ssh_password: sshd.password });
  const end = await scene.upgrade(id);
  process.stdout.write(await scene.log(id));
  expect(end).toMatchObject({ state: 'done', error: '' });
});
