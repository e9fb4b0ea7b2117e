import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { arch } from 'node:os';
import { join } from 'node:path';
import { KitManifest, type KitFile, type NodeCpu } from '@skyport/contract/node-kit';

/** The processor of this machine, as Node names it. */
const HERE: NodeCpu = arch() === 'arm64' ? 'arm64' : 'x64';

/** What differs between two kits of a test. */
export interface KitChange {
  /** Version that the agent calls itself. */
  readonly version?: string;
  /** Makes the agent's text another one. */
  readonly agent?: (text: string) => string;
  /** Names this machine's files as those of another processor, for a server that says it has that one. */
  readonly cpu?: NodeCpu;
  /** Another engine, compressed. */
  readonly xray?: Buffer;
}

/** Puts a changed copy of a kit in the place of whatever stands at `to`, wholly or not at all. */
export const changeKit = (from: string, to: string, change: KitChange): void => {
  const draft = `${to}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const { files } = KitManifest.parse(JSON.parse(readFileSync(join(from, 'manifest.json'), 'utf8')));
  const changed = files.map((file) => copyFile(from, draft, file, change));
  writeFileSync(join(draft, 'manifest.json'), JSON.stringify({ files: changed }));
  if (existsSync(to)) rmSync(to, { recursive: true });
  renameSync(draft, to);
};

const copyFile = (from: string, draft: string, file: KitFile, change: KitChange): KitFile => {
  const { version, agent, cpu, xray } = change;
  const keep = (name: string, content: Buffer | string): KitFile => {
    writeFileSync(join(draft, name), content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    return { ...file, name, bytes: Buffer.byteLength(content), sha256, ...(file.cpu && cpu && { cpu }) };
  };
  const name = cpu ? file.name.replace(HERE, cpu) : file.name;
  if (file.part === 'xray' && xray) return keep(name, xray);
  if (file.part !== 'agent') {
    cpSync(join(from, file.name), join(draft, name));
    return { ...file, name, ...(cpu && { cpu }) };
  }
  let text = readFileSync(join(from, file.name), 'utf8');
  if (version) text = text.replace(/AGENT_VERSION = "[^"]+"/, `AGENT_VERSION = "${version}"`);
  return { ...keep(name, agent ? agent(text) : text), version: version ?? file.version };
};
