import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentEnvironment, agentNodeOptions, type NodeCpu } from '@skyport/contract/node-kit';
import type { ServerType } from '@skyport/contract/nodes-rules';
import { kitVersion, type Kit } from '../platform/node-kit.ts';
import { quoted } from '../platform/shell-word.ts';

/** Processors that a server type runs on. */
export const cpusOf: Record<ServerType, readonly NodeCpu[]> = {
  apine: ['x64', 'arm64'],
  ubuntu_x86: ['x64'],
  ubuntu_arm: ['arm64'],
  ubuntu_guonei: ['x64', 'arm64'],
  ubuntu_reality: ['x64', 'arm64'],
  alpine_reality: ['x64', 'arm64'],
};

const body = readFileSync(join(import.meta.dirname, 'install.sh'), 'utf8');

/**
 * The install script of a server type: POSIX sh, with the kit's names and checksums in it. `baseUrl` is where it may
 * fetch what was not sent before; empty for nowhere.
 */
export const installScript = (serverType: ServerType, kit: Pick<Kit, 'files'>, baseUrl: string): string => {
  const lines = kit.files.map(({ part, cpu, name, version, bytes, sha256 }) =>
    [part, cpu ?? '-', name, version, bytes, sha256].join(' '),
  );
  const values = {
    SERVER_TYPE: serverType,
    CPUS: cpusOf[serverType].join(' '),
    VERSION_X64: kitVersion(kit, 'x64'),
    VERSION_ARM64: kitVersion(kit, 'arm64'),
    BASE_URL: baseUrl.replace(/\/$/, ''),
    NODE_FLAGS: agentNodeOptions.join(' '),
    AGENT_ENV: Object.entries(agentEnvironment)
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
    KIT: lines.join('\n'),
  };
  const head = Object.entries(values).map(([name, value]) => `${name}=${quoted(value)}`);
  return `#!/bin/sh\n# Installs a Skyport node on a server of type ${serverType}.\n${head.join('\n')}\n\n${body}`;
};

/** Hex SHA-256 of a text. */
export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');
