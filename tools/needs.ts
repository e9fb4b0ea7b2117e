import { netAvailable } from '../testkit/net.ts';
import { engineBinary, type EngineName } from './engines.ts';
import { ensure, type Need } from './prepare.ts';
import { run } from './run.ts';

/** What a command needs of this machine before it can begin. */
export interface Needs {
  /** Packages of Debian. */
  readonly packages?: readonly Need[];
  readonly engines?: readonly EngineName[];
  /** The built console. */
  readonly console?: boolean;
  /** Network namespaces. */
  readonly network?: boolean;
}

/** A command cannot run here; the message is one sentence for the person who asked for it. */
export class CannotRun extends Error {}

const sentenceOf = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault));

/**
 * Brings what a command needs, as `npm test` does: packages by apt, engines by Go, the console by Vite. Throws CannotRun
 * when something cannot be had; nothing has been started then.
 */
export const prepareFor = async ({ packages = [], engines = [], console = false, network = false }: Needs) => {
  try {
    ensure(...packages);
    const net = network ? netAvailable() : { ok: true as const };
    if (!net.ok) throw new Error(`It cannot run here: ${net.reason}.`);
    for (const name of engines) await engineBinary(name);
    if (console && (await run(process.execPath, ['tools/build-web.ts'])) !== 0)
      throw new Error('The console could not be built.');
  } catch (fault) {
    throw new CannotRun(sentenceOf(fault), { cause: fault });
  }
};
