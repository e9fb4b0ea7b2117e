import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { bundleAgent } from './node-kit.ts';

test('the bundled agent runs alone, far from any package, and says what it wants', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skyport-kit-'));
  try {
    await bundleAgent(join(folder, 'agent.mjs'));
    const args = [join(folder, 'agent.mjs'), 'run', '--data', folder, '--port', '1', '--engine', '/none'];
    const ended = await promisify(execFile)(process.execPath, args, { cwd: folder }).catch((fault: unknown) => fault);
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('belongs to no panel yet') });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
