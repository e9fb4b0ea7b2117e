import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs, promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import { AGENT_VERSION } from '@skyport/agent/version';
import type { KitFile, KitManifest, KitPart, NodeCpu } from '@skyport/contract/node-kit';
import { dataDirOf } from '@skyport/server/platform/data-dir';
import { build } from 'esbuild';
import { cacheFolder, engineBinary } from './engines.ts';
import { bringPackageFile } from './npm-package.ts';
import { root } from './run.ts';

const execFileAsync = promisify(execFile);

/** Node for nodes with glibc, as npm's packages of it bring it. */
const NODE_VERSION = '24.21.0';
const NODE_INTEGRITY: Record<NodeCpu, string> = {
  x64: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  arm64: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
};
const CPUS = ['x64', 'arm64'] as const;

/** Packages of CommonJS inside of the bundle still ask for Node's own modules by `require`. */
const REQUIRE = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/**
 * Writes the agent, or another program made of its parts, with everything it needs into one file that Node runs alone.
 */
export const bundleAgent = async (outfile: string, entry = 'packages/agent/src/main.ts'): Promise<void> => {
  await build({
    entryPoints: [join(root, entry)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    legalComments: 'inline',
    banner: { js: REQUIRE },
    logLevel: 'warning',
  });
};

/** Path of Node for a processor, brought once into the cache of the engines. */
const nodeBinary = async (cpu: NodeCpu): Promise<string> => {
  const target = join(cacheFolder(), `node-${NODE_VERSION}-linux-${cpu}`);
  const spec = `node-linux-${cpu}@${NODE_VERSION}`;
  await bringPackageFile({ spec, integrity: NODE_INTEGRITY[cpu], file: 'package/bin/node' }, target);
  return target;
};

const xrayVersion = async (): Promise<string> => {
  const { stdout } = await execFileAsync(await engineBinary('xray'), ['version']);
  const [, version] = /^Xray (\d+\.\d+\.\d+)/.exec(stdout) ?? [];
  if (version === undefined) throw new Error(`The engine did not say its version: ${stdout.slice(0, 200)}`);
  return version;
};

const describe = async (
  folder: string,
  file: { part: KitPart; cpu?: NodeCpu; name: string; version: string },
): Promise<KitFile> => {
  const path = join(folder, file.name);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return { ...file, bytes: (await stat(path)).size, sha256: hash.digest('hex') };
};

/**
 * Makes the node kit: what a node is installed from, with versions and checksums in `manifest.json`. The folder is
 * complete or not there at all. `cpus` leaves out processors that no node has. Throws one sentence when the engine
 * cannot be built or Node cannot be brought.
 */
export const makeNodeKit = async (folder: string, cpus: readonly NodeCpu[]): Promise<KitManifest> => {
  const room = `${folder}.${process.pid}.part`;
  await rm(room, { recursive: true, force: true });
  await mkdir(room, { recursive: true });
  try {
    await bundleAgent(join(room, 'agent.mjs'));
    const files = [await describe(room, { part: 'agent', name: 'agent.mjs', version: AGENT_VERSION })];
    for (const cpu of cpus) {
      const parts = [
        { part: 'xray', from: await engineBinary('xray', cpu), version: await xrayVersion() },
        { part: 'node', from: await nodeBinary(cpu), version: NODE_VERSION },
      ] as const;
      for (const { part, from, version } of parts) {
        const name = `${part}-linux-${cpu}.gz`;
        await pipeline(createReadStream(from), createGzip(), createWriteStream(join(room, name)));
        files.push(await describe(room, { part, cpu, name, version }));
      }
    }
    await writeFile(join(room, 'manifest.json'), `${JSON.stringify({ files } satisfies KitManifest, null, 2)}\n`);
    await rm(folder, { recursive: true, force: true });
    await rename(room, folder);
    return { files };
  } finally {
    await rm(room, { recursive: true, force: true });
  }
};

if (import.meta.main) {
  const { values } = parseArgs({ options: { out: { type: 'string' }, cpu: { type: 'string', multiple: true } } });
  const wanted = CPUS.filter((cpu) => values.cpu === undefined || values.cpu.includes(cpu));
  const folder = values.out ?? join(dataDirOf(process.env['DATA_DIR'] ?? '', process.cwd()), 'node-kit');
  const { files } = await makeNodeKit(folder, wanted);
  for (const { name, version, bytes } of files) {
    process.stdout.write(`${name.padEnd(20)} ${version.padEnd(10)} ${(bytes / 1024 ** 2).toFixed(1)} MiB\n`);
  }
  process.stdout.write(`Node kit ready in ${folder}\n`);
}
