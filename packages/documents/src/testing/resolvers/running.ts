import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killAndWait } from '../../../../../testkit/host-script.ts';
import type { TestHost } from '../../../../../testkit/net.ts';
import { engineBinary, type EngineName } from '../../../../../tools/engines.ts';
import { countryFile } from './country-file.ts';
import { LINE_PORT, LINES, OVER_TCP_PORT } from './places.ts';

/** What a client program reads, and where it listens. */
export interface Program {
  readonly engine: EngineName;
  readonly config: string;
  readonly proxyPort: number;
  readonly dnsPort: number | null;
}

/** A running client. */
export interface Running {
  readonly child: ChildProcess;
  /** Everything that it has said. */
  log(): string;
  logTail(): string;
  stop(): Promise<void>;
}

/** What users of the lines prove themselves with: on each of the plain ones, and on the one over TCP. */
export interface LineCredentials {
  readonly plain: readonly string[];
  readonly overTcp: string;
}

/**
 * Shadowsocks as Xray serves it, one inbound a line, and VMess. Names that come through are asked of the machine's
 * resolver.
 */
export const serverConfig = ({ plain, overTcp }: LineCredentials): string =>
  JSON.stringify({
    log: { loglevel: 'warning' },
    inbounds: [
      ...Object.values(LINES).map((listen, i) => ({
        listen,
        port: LINE_PORT,
        protocol: 'shadowsocks',
        settings: { method: 'aes-256-gcm', password: plain[i] ?? '', network: 'tcp,udp' },
      })),
      {
        listen: LINES['node.lines.example'],
        port: OVER_TCP_PORT,
        protocol: 'vmess',
        settings: { clients: [{ id: overTcp }] },
      },
    ],
    outbounds: [{ protocol: 'freedom' }],
  });

const argumentsOf = (engine: EngineName, folder: string, file: string): string[] => {
  if (/^(?:mihomo|clash)/.test(engine)) return ['-d', folder, '-f', file];
  return ['run', ...(engine === 'xray' ? [] : ['-D', folder]), '-c', file];
};

interface Place {
  readonly host: Pick<TestHost, 'exec'>;
  readonly env: Readonly<Record<string, string>>;
}

/** Starts an engine in a host; it may not be ready then. Whoever stops it waits until it is gone. */
export const startEngine = async ({ engine, config }: Pick<Program, 'engine' | 'config'>, { host, env }: Place) => {
  const binary = await engineBinary(engine);
  const folder = mkdtempSync(join(tmpdir(), 'resolvers-'));
  const file = join(folder, config.startsWith('{') ? 'config.json' : 'config.yaml');
  writeFileSync(file, config);
  if (engine === 'clash-1.18') writeFileSync(join(folder, 'Country.mmdb'), countryFile());
  const output = openSync(join(folder, 'log'), 'w');
  const [command = '', ...before] = host.exec;
  const child = spawn(command, [...before, binary, ...argumentsOf(engine, folder, file)], {
    stdio: ['ignore', output, output],
    env: { ...process.env, ...env },
  });
  closeSync(output);
  const log = (): string => readFileSync(join(folder, 'log'), 'utf8');
  const logTail = (): string => log().slice(-600);
  const stop = async (): Promise<void> => {
    await killAndWait(child);
    rmSync(folder, { recursive: true, force: true });
  };
  return { child, log, logTail, stop } satisfies Running;
};
