import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { KitManifest, type KitFile, type KitPart, type NodeCpu } from '@skyport/contract/node-kit';
import { dataDirOf } from './data-dir.ts';
import type { Env } from './env.ts';

/** The node kit as it lies in the panel's data directory. */
export interface Kit {
  readonly folder: string;
  /** Files that are there and whole. */
  readonly files: readonly KitFile[];
  /** One sentence for each missing or damaged part. */
  readonly problems: readonly string[];
}

const CPUS: readonly NodeCpu[] = ['x64', 'arm64'];
const HOW = '请在面板服务器上运行 npm run node-kit';
const NAMES: Record<KitPart, string> = { agent: '节点程序', xray: '引擎 Xray', node: '运行环境 Node' };

/** Folder of the kit. */
export const kitFolder = (env: Pick<Env, 'DATA_DIR'>): string =>
  join(dataDirOf(env.DATA_DIR, process.cwd()), 'node-kit');

/** Reads and checks the kit; never throws for what is missing or damaged, but says it. */
export const readKit = async (folder: string): Promise<Kit> => {
  const manifest = await readManifest(folder);
  if (manifest === undefined) return { folder, files: [], problems: [`没有节点安装包：${HOW}`] };
  if (manifest === 'damaged') return { folder, files: [], problems: [`节点安装包的清单已损坏：${HOW}`] };
  const files: KitFile[] = [];
  const problems: string[] = [];
  for (const file of manifest.files) {
    if (await isWhole(join(folder, file.name), file)) files.push(file);
    else problems.push(`${nameOf(file.part, file.cpu)}的文件 ${file.name} 缺失或已损坏：${HOW}`);
  }
  const listed = (part: KitPart, cpu?: NodeCpu): boolean =>
    manifest.files.some((file) => file.part === part && (part === 'agent' || file.cpu === cpu));
  if (!listed('agent')) problems.push(`缺少${nameOf('agent')}：${HOW}`);
  for (const cpu of CPUS)
    for (const part of ['xray', 'node'] as const)
      if (!listed(part, cpu)) problems.push(`缺少${nameOf(part, cpu)}：${HOW}`);
  return { folder, files, problems };
};

const nameOf = (part: KitPart, cpu?: NodeCpu): string => `${NAMES[part]}${cpu ? `（${cpu}）` : ''}`;

const readManifest = async (folder: string): Promise<KitManifest | 'damaged' | undefined> => {
  let text: string;
  try {
    text = await readFile(join(folder, 'manifest.json'), 'utf8');
  } catch {
    return undefined;
  }
  try {
    return KitManifest.parse(JSON.parse(text));
  } catch {
    return 'damaged';
  }
};

/** Checksums of files that have not changed since they were last looked at. */
const known = new Map<string, { readonly stamp: string; readonly sha256: string }>();

const isWhole = async (path: string, { bytes, sha256 }: KitFile): Promise<boolean> => {
  const found = await stat(path).catch(() => undefined);
  if (found?.size !== bytes) return false;
  const stamp = `${found.ino}:${found.mtimeMs}:${found.size}`;
  const before = known.get(path);
  if (before?.stamp === stamp) return before.sha256 === sha256;
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part as Buffer);
  const actual = hash.digest('hex');
  known.set(path, { stamp, sha256: actual });
  return actual === sha256;
};

/** The kit's file of a part for a processor. */
export const kitFile = (kit: Pick<Kit, 'files'>, part: KitPart, cpu: NodeCpu): KitFile | undefined =>
  kit.files.find((file) => file.part === part && (file.cpu === undefined || file.cpu === cpu));

/** What a node needs of the kit; on musl the system brings Node. */
export const partsFor = (libc: 'glibc' | 'musl'): readonly KitPart[] =>
  libc === 'musl' ? ['agent', 'xray'] : ['agent', 'xray', 'node'];

/** Parts that a node would need and the kit has not, one sentence each. */
export const missingFor = (kit: Kit, cpu: NodeCpu, libc: 'glibc' | 'musl'): string[] =>
  partsFor(libc)
    .filter((part) => !kitFile(kit, part, cpu))
    .map((part) => `缺少${nameOf(part, part === 'agent' ? undefined : cpu)}：${HOW}`);

/**
 * Name of what a kit installs on a processor: the agent's version and what tells builds of it apart; '' for nothing.
 */
export const kitVersion = (kit: Pick<Kit, 'files'>, cpu: NodeCpu): string => {
  const agent = kitFile(kit, 'agent', cpu);
  const xray = kitFile(kit, 'xray', cpu);
  if (!agent || !xray) return '';
  const all = [agent, xray, kitFile(kit, 'node', cpu)].map((file) => file?.sha256 ?? '').join('\n');
  return `${agent.version}-${createHash('sha256').update(all).digest('hex').slice(0, 12)}`;
};
