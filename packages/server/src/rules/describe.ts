import { hash } from 'node:crypto';
import { join } from 'node:path';
import type { RuleSet } from '@skyport/contract/rules';
import { LRUCache } from 'lru-cache';
import { describeFilter, isServer, MAINLAND_LIST, ruleListFile, type RuleFileFormat } from '@skyport/documents';
import { dataDirOf } from '../platform/data-dir.ts';
import type { Deps } from '../platform/deps.ts';
import type { DescribeFile, DescribeRoute } from '../platform/describe-route.ts';
import { versionedCopy } from '../platform/versioned-copy.ts';
import { currentRules } from './current.ts';
import { moreNamesFrom, NO_NAMES } from './more-names.ts';
import { selfHostOf } from './own-hosts.ts';
import { newestVersion } from './store.ts';

/**
 * Files that are cached for one version of the rules; where no host is configured, that of a request may be anything.
 */
const MAX_FILES = 300;

const FORMATS: readonly RuleFileFormat[] = ['list', 'yaml', 'names', 'json', 'filter'];

type RouteDeps = Pick<Deps, 'db' | 'clock' | 'settings' | 'env' | 'log'>;

const fileOf = (body: string, contentType: string): DescribeFile => ({
  body: Buffer.from(body),
  contentType,
  etag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"`,
});

const listFile = (rules: RuleSet, name: string, more: readonly string[]): DescribeFile | undefined => {
  const [, id, ending] = /^([a-z][a-z0-9-]{0,30})\.([a-z]+)$/.exec(name) ?? [];
  const list = rules.lists.find((one) => one.id === id);
  const format = FORMATS.find((one) => one === ending);
  if (!list || !format) return undefined;
  const whole = { ...list, suffixes: [...new Set([...list.suffixes, ...more])] };
  const { body, contentType } = ruleListFile(whole, format, rules);
  return fileOf(body, contentType);
};

/** The file that documents of mihomo name: the list, and what would be too much to stand in each document. */
const WHOLE_MAINLAND = `${MAINLAND_LIST}.names`;

/** The rules in this process, and the files made of them so far. */
const createCopy = ({ db, clock, log }: RouteDeps) =>
  versionedCopy({
    clock,
    version: () => newestVersion(db),
    read: async () => ({
      rules: await currentRules(db, log),
      files: new LRUCache<string, DescribeFile>({ max: MAX_FILES }),
    }),
  });

/** The answers below `/describe`: the filter for Quantumult and Quantumult X, and each list as a file. */
export const createDescribeRoute = (deps: RouteDeps): DescribeRoute => {
  const copy = createCopy(deps);
  const dataDir = dataDirOf(deps.env.DATA_DIR, process.cwd());
  const moreNames = moreNamesFrom(join(dataDir, 'lists', `${MAINLAND_LIST}.txt`), deps.log);
  return async ({ name, host }) => {
    const { rules, files } = await copy.get();
    const self = selfHostOf(deps, host);
    const selfHost = isServer(self) ? self : '';
    const more = name === WHOLE_MAINLAND ? await moreNames() : NO_NAMES;
    const key = name === null ? `filter ${selfHost}` : `file ${name} ${more.version}`;
    const found = files.get(key);
    if (found) return found;
    const made =
      name === null
        ? fileOf(describeFilter(rules, selfHost), 'text/plain; charset=utf-8')
        : listFile(rules, name, more.names);
    if (made) files.set(key, made);
    return made;
  };
};
