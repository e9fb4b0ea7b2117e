import { hash } from 'node:crypto';
import type { RuleSet } from '@skyport/contract/rules';
import { describeFilter, isServer, ruleListFile, type RuleFileFormat } from '@skyport/documents';
import type { Deps } from '../platform/deps.ts';
import type { DescribeFile, DescribeRoute } from '../platform/describe-route.ts';
import { rulesOf } from './current.ts';
import { selfHostOf } from './own-hosts.ts';
import { findNewest, newestVersion } from './store.ts';

/** How old the copy of a process may be: well below the second in which a change must be visible. */
const CHECK_EVERY_MS = 500;
/** Files kept for one version of the rules; the host of a request may be anything where none is configured. */
const MAX_KEPT = 300;

const FORMATS: readonly RuleFileFormat[] = ['list', 'yaml', 'json', 'filter'];

type RouteDeps = Pick<Deps, 'db' | 'clock' | 'settings' | 'env' | 'log'>;

const fileOf = (body: string, contentType: string): DescribeFile => ({
  body: Buffer.from(body),
  contentType,
  etag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"`,
});

const listFile = (rules: RuleSet, name: string): DescribeFile | undefined => {
  const [, id, ending] = /^([a-z][a-z0-9-]{0,30})\.([a-z]+)$/.exec(name) ?? [];
  const list = rules.lists.find((one) => one.id === id);
  const format = FORMATS.find((one) => one === ending);
  if (!list || !format) return undefined;
  const { body, contentType } = ruleListFile(list, format, rules);
  return fileOf(body, contentType);
};

/** The rules as they are in this process, at most half a second old, and files made of them. */
const createCopy = ({ db, clock, log }: RouteDeps) => {
  let kept: { version: number; rules: RuleSet; files: Map<string, DescribeFile> } | undefined;
  let checkedAt = 0;
  return async () => {
    const now = clock.now().getTime();
    if (kept && Math.abs(now - checkedAt) < CHECK_EVERY_MS) return kept;
    const version = await newestVersion(db);
    if (kept?.version !== version) {
      const row = await findNewest(db);
      kept = { version: row?.version ?? 0, rules: rulesOf(row, log), files: new Map() };
    }
    checkedAt = now;
    return kept;
  };
};

/** What stands below `/describe`: the filter for Quantumult and Quantumult X, and each list as a file. */
export const createDescribeRoute = (deps: RouteDeps): DescribeRoute => {
  const copy = createCopy(deps);
  return async ({ name, host }) => {
    const { rules, files } = await copy();
    const self = selfHostOf(deps, host);
    const selfHost = isServer(self) ? self : '';
    const key = name === null ? `filter ${selfHost}` : `file ${name}`;
    const found = files.get(key);
    if (found) return found;
    const made =
      name === null ? fileOf(describeFilter(rules, selfHost), 'text/plain; charset=utf-8') : listFile(rules, name);
    if (made && files.size < MAX_KEPT) files.set(key, made);
    return made;
  };
};
