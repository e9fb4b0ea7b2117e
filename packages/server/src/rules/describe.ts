import { hash } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { RuleSet } from '@skyport/contract/rules';
import { LRUCache } from 'lru-cache';
import {
  describeFilter,
  isServer,
  MAINLAND_LIST,
  ruleListFile,
  WHOLE_LIST_FORMATS,
  type RuleFileFormat,
} from '@skyport/documents';
import { dataDirOf } from '../platform/data-dir.ts';
import type { Deps } from '../platform/deps.ts';
import type { DescribeFile, DescribeRoute } from '../platform/describe-route.ts';
import { versionedCopy } from '../platform/versioned-copy.ts';
import { currentRules } from './current.ts';
import { moreNamesFrom, NO_NAMES, OURS, type MoreNames } from './more-names.ts';
import { outsideNamesOf } from './outside/served-names.ts';
import { selfHostOf } from './own-hosts.ts';
import { newestVersion } from './store.ts';

/**
 * Files that are cached for one version of the rules, and their bytes; where no host is configured, that of a request
 * may be anything, and each fetch of a list from outside makes other files.
 */
const MAX_CACHED = { files: 300, bytes: 96 * 1024 * 1024 } as const;

const FORMATS: readonly RuleFileFormat[] = ['list', 'yaml', 'json', 'filter', ...WHOLE_LIST_FORMATS];

/** Shorter files are sent as they are. */
const COMPRESSED_BYTES = 16 * 1024;

const compress = promisify(gzip);

type RouteDeps = Pick<Deps, 'db' | 'clock' | 'settings' | 'env' | 'log'>;

const fileOf = async (text: string, contentType: string): Promise<DescribeFile> => {
  const body = Buffer.from(text);
  const tag = hash('sha256', body, 'base64url').slice(0, 22);
  const file = { body, contentType, etag: `"${tag}"` };
  if (body.length < COMPRESSED_BYTES) return file;
  return { ...file, gzip: { body: await compress(body), etag: `"${tag}-gzip"` } };
};

/** A file by its name. */
interface NamedFile {
  readonly id: string;
  readonly format: RuleFileFormat;
}

const namedFile = (name: string): NamedFile | undefined => {
  const [, id = '', ending] = /^([a-z][a-z0-9-]{0,30})\.([a-z]+)$/.exec(name) ?? [];
  const format = FORMATS.find((one) => one === ending);
  return format && { id, format };
};

const listFile = (
  rules: RuleSet,
  { id, format }: NamedFile,
  more: readonly string[],
): Promise<DescribeFile> | undefined => {
  const list = rules.lists.find((one) => one.id === id);
  if (!list) return undefined;
  const whole = { ...list, suffixes: [...new Set([...list.suffixes, ...more])] };
  const { body, contentType } = ruleListFile(whole, format, rules);
  return fileOf(body, contentType);
};

/** The rules in this process, and the files made of them so far. */
const createCopy = ({ db, clock, log }: RouteDeps) =>
  versionedCopy({
    clock,
    version: () => newestVersion(db),
    read: async () => ({
      rules: await currentRules(db, log),
      files: new LRUCache<string, DescribeFile>({
        max: MAX_CACHED.files,
        maxSize: MAX_CACHED.bytes,
        sizeCalculation: ({ body, gzip: compressed }) => body.length + (compressed?.body.length ?? 0) + 1,
      }),
    }),
  });

/**
 * What a file has beside the list of the rules: for the mainland an operator's file, else the fetched names, else ours;
 * for other lists the fetched names.
 */
const createMoreNames = (deps: RouteDeps): ((file: NamedFile) => Promise<MoreNames>) => {
  const dataDir = dataDirOf(deps.env.DATA_DIR, process.cwd());
  const ofOperator = moreNamesFrom(join(dataDir, 'lists', `${MAINLAND_LIST}.txt`), deps.log);
  const fetched = outsideNamesOf(deps);
  return async ({ id, format }) => {
    if (!WHOLE_LIST_FORMATS.includes(format)) return NO_NAMES;
    if (id !== MAINLAND_LIST) return (await fetched(id)) ?? NO_NAMES;
    const own = await ofOperator();
    return own.version === OURS.version ? ((await fetched(id)) ?? own) : own;
  };
};

/** The answers below `/describe`: the filter for Quantumult and Quantumult X, and each list as a file. */
export const createDescribeRoute = (deps: RouteDeps): DescribeRoute => {
  const copy = createCopy(deps);
  const moreNames = createMoreNames(deps);
  return async ({ name, host }) => {
    const { rules, files } = await copy.get();
    const self = selfHostOf(deps, host);
    const selfHost = isServer(self) ? self : '';
    const file = name === null ? undefined : namedFile(name);
    if (name !== null && !file) return undefined;
    const more = file ? await moreNames(file) : NO_NAMES;
    const key = name === null ? `filter ${selfHost}` : `file ${name} ${more.version}`;
    const found = files.get(key);
    if (found) return found;
    const made = await (file
      ? listFile(rules, file, more.names)
      : fileOf(describeFilter(rules, selfHost), 'text/plain; charset=utf-8'));
    if (made) files.set(key, made);
    return made;
  };
};
