import { execFile } from 'node:child_process';
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv } from 'ajv';
import addFormatsModule from 'ajv-formats';
import { parse } from 'yaml';
import { engineBinary, engineNames } from '../../../../tools/engines.ts';
import type { EngineName } from '../../../../tools/engines.ts';
import { mihomoSchema } from '../../../../tools/schemas.ts';
import type { SingboxTier } from '../user-agent.ts';
import { countryFile } from './resolvers/country-file.ts';
import { readLinkList } from './readers/uri.ts';
import { readSip008 } from './readers/sip008.ts';
import { xrayConfigsOf } from './readers/xray-json.ts';
import { xrayClientConfig } from './readers/xray.ts';
import type { FoundLine } from './readers/found.ts';
import type { Form } from './readers/kinds.ts';

const execFileAsync = promisify(execFile);

/** A document that real engines are asked about. */
export interface Question {
  /** Kind, client and switches, for whoever reads the fault. */
  readonly label: string;
  readonly form: Form;
  readonly text: string;
  readonly tier: SingboxTier;
}

/** What real engines say of documents: one sentence for each refusal. */
export interface EngineChecks {
  ask(questions: readonly Question[]): Promise<string[]>;
  close(): Promise<void>;
}

/** The oldest and the newest core of each generation of the configuration. */
const CORES: Readonly<Record<SingboxTier, readonly EngineName[]>> = {
  8: ['sing-box-1.8'],
  11: ['sing-box-1.11'],
  // Who does not say a version gets this one, so the newest core must take it, too.
  12: ['sing-box-1.13', 'sing-box'],
  14: ['sing-box'],
};

/** One run of an engine: what it is started with, and a file that it reads. */
interface Run {
  readonly engine: EngineName;
  readonly file: string;
  readonly content: string;
  readonly argsOf: (file: string, folder: string) => string[];
}

/** The oldest and the newest engine of mihomo. */
export const MIHOMOS = engineNames.filter((name) => name.startsWith('mihomo'));

/** How engines of one family check a document: the name of its file, and their arguments. */
const program =
  (file: string, argsOf: Run['argsOf']) =>
  (content: string) =>
  (engine: EngineName): Run => ({ engine, file, content, argsOf });

const clash = program('config.yaml', (file, folder) => ['-t', '-d', folder, '-f', file]);
const singbox = program('config.json', (file, folder) => ['check', '-D', folder, '-c', file]);

const xray = (config: object): Run => ({
  engine: 'xray',
  file: 'config.json',
  content: JSON.stringify(config),
  argsOf: (file) => ['run', '-test', '-c', file],
});

/** An engine as an app would start it with what it read from a list. */
const clientOfLinks = (lines: readonly FoundLine[]): Run => xray(xrayClientConfig(lines, { socksPort: 10_808 }));

/**
 * All lines of a list in one start, and each of its ways to route in another: a start for each line would take long.
 */
const xrayRuns = (text: string): Run[] => {
  const configs = xrayConfigsOf(text);
  const lines = configs.flatMap(({ outbounds = [] }, i) =>
    outbounds.map((one) => ({ ...one, tag: `${one.tag} ${i}` })),
  );
  const byRouting = new Map(configs.map((config) => [JSON.stringify(config.routing), config]));
  return [{ ...configs[0], outbounds: lines, routing: {} }, ...byRouting.values()].map(xray);
};

/** Which engines must take a document of a form; Surge and its like have none that runs here. */
const runsOf = ({ form, text, tier }: Question): Run[] => {
  switch (form) {
    case 'legacy':
      return [...MIHOMOS, 'clash-1.18' as const].map(clash(text));
    case 'mihomo':
      return MIHOMOS.map(clash(text));
    case 'stash':
      // mihomo knows no rules by scripts.
      return MIHOMOS.map(clash(text.replace(/^ {2}- "SCRIPT,.*"\n/gm, '')));
    case 'singbox':
      return CORES[tier].map(singbox(text));
    case 'links':
      return [clientOfLinks(readLinkList(text).links)];
    case 'sip008':
      return [clientOfLinks(readSip008(text).lines)];
    case 'xray':
      return xrayRuns(text);
    case 'surge':
    case 'surfboard':
    case 'loon':
    case 'qx':
      return [];
  }
};

/** The schema of mihomo's configuration as a function; it also holds for the old Clash, whose keys are a part of it. */
const compileSchema = async (): Promise<(text: string) => string | null> => {
  const schema = JSON.parse(await readFile(await mihomoSchema(), 'utf8')) as object;
  const ajv = new Ajv({ strict: false });
  addFormatsModule.default(ajv);
  const validate = ajv.compile(schema);
  return (text) => {
    if (validate(parse(text))) return null;
    return `the schema refuses ${ajv.errorsText(validate.errors).slice(0, 300)}`;
  };
};

/** Engines that run at the same time. */
const LANES = 2;

/** Prepares engines and schema; one folder holds what they read and write until it is closed. */
export const engineChecks = async (): Promise<EngineChecks> => {
  const folder = await mkdtemp(join(tmpdir(), 'documents-'));
  const schemaFault = await compileSchema();
  /** What has been taken already: several kinds are one language, and need not be asked about again. */
  const passed = new Set<string>();
  const askEngine = async ({ engine, file, content, argsOf }: Run, lane: number): Promise<string | null> => {
    const laneFolder = join(folder, `lane-${lane}`);
    await mkdir(laneFolder, { recursive: true });
    await writeFile(join(laneFolder, file), content);
    if (engine === 'clash-1.18') await writeFile(join(laneFolder, 'Country.mmdb'), countryFile());
    const failure = await execFileAsync(await engineBinary(engine), argsOf(join(laneFolder, file), laneFolder)).then(
      () => null,
      (fault: unknown) => fault,
    );
    if (failure === null) return null;
    const { stdout = '', stderr = '' } = failure as { stdout?: string; stderr?: string };
    return `${engine} refuses: ${`${stdout}${stderr}`.trim().slice(-400)}`;
  };
  return {
    async ask(questions) {
      const faults: string[] = [];
      for (const { label, form, text } of questions) {
        if ((form !== 'mihomo' && form !== 'legacy') || passed.has(`schema ${text}`)) continue;
        const fault = schemaFault(text);
        if (fault === null) passed.add(`schema ${text}`);
        else faults.push(`${label}: ${fault}`);
      }
      const runs = questions.flatMap((question) => runsOf(question).map((one) => ({ one, label: question.label })));
      const open = runs.filter(({ one }) => !passed.has(`${one.engine} ${one.content}`));
      const work = async (lane: number): Promise<void> => {
        for (let next = open.pop(); next; next = open.pop()) {
          const fault = await askEngine(next.one, lane);
          if (fault === null) passed.add(`${next.one.engine} ${next.one.content}`);
          else faults.push(`${next.label}: ${fault}`);
        }
      };
      await Promise.all(Array.from({ length: LANES }, (_, lane) => work(lane)));
      return faults;
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
};
