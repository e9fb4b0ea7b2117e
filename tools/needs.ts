import { netAvailable } from '../testkit/net.ts';
import { engineBinary, type EngineName } from './engines.ts';
import { ensure, type Need } from './prepare.ts';
import { run } from './run.ts';
import { mihomoSchema } from './schemas.ts';

/** What a command needs of this machine before it can begin. */
export interface Needs {
  /** Packages of Debian. */
  readonly packages?: readonly Need[] | undefined;
  readonly engines?: readonly EngineName[] | undefined;
  /** The schema of mihomo's documents. */
  readonly schema?: boolean | undefined;
  /** The built console. */
  readonly console?: boolean | undefined;
  /** Network namespaces. */
  readonly network?: boolean | undefined;
}

/** One thing that is brought to this machine; `bring` throws one sentence when it cannot be had. */
export interface Preparation {
  readonly name: string;
  readonly bring: () => Promise<unknown>;
}

/** A command cannot run here; the message is one sentence for the person who asked for it. */
export class CannotRun extends Error {}

const buildConsole = async (): Promise<void> => {
  if ((await run(process.execPath, ['tools/build-web.ts'])) !== 0) throw new Error('The console could not be built.');
};

const findNetwork = async (): Promise<void> => {
  const net = netAvailable();
  if (!net.ok) throw new Error(`It cannot run here: ${net.reason}.`);
};

/**
 * How what is needed is brought, in this order: packages by apt, engines by Go, a schema by npm, the console by Vite.
 */
export const preparationsFor = ({ packages = [], engines = [], ...needs }: Needs): readonly Preparation[] => [
  ...(packages.length > 0
    ? [{ name: `packages: ${packages.join(', ')}`, bring: async () => ensure(...packages) }]
    : []),
  ...(needs.network ? [{ name: 'network namespaces', bring: findNetwork }] : []),
  ...engines.map((name) => ({ name: `engine: ${name}`, bring: () => engineBinary(name) })),
  ...(needs.schema ? [{ name: "schema of mihomo's documents", bring: mihomoSchema }] : []),
  ...(needs.console ? [{ name: 'the console is built', bring: buildConsole }] : []),
];

/**
 * Brings what a command needs, as `npm test` does. Throws CannotRun at the first thing that cannot be had; nothing has
 * been started then.
 */
export const prepareFor = async (needs: Needs): Promise<void> => {
  for (const { bring } of preparationsFor(needs)) {
    await bring().catch((fault: unknown) => {
      throw new CannotRun(fault instanceof Error ? fault.message : String(fault), { cause: fault });
    });
  }
};
