import { isDeepStrictEqual } from 'node:util';
import { RuleSet, type rulesCalls, type RulesState } from '@skyport/contract/rules';
import { checkRules, checkStoredRules } from '@skyport/contract/rules-check';
import { normalizeRules } from '@skyport/contract/rules-entries';
import { inTransaction } from '@skyport/db';
import { isDocumentKind } from '@skyport/documents';
import type { Db } from '@skyport/db';
import { emailsOf } from '../accounts/index.ts';
import { bumpCatalogue } from '../nodes/index.ts';
import type { Account, Deps, Handler, HandlersOf, StaffContext } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { RULES } from './audit-store.ts';
import { rulesOf } from './current.ts';
import { outsideListHandlers } from './outside/calls.ts';
import { ownHostsOf } from './own-hosts.ts';
import { presentState } from './present.ts';
import { previewOf } from './preview.ts';
import { findNewest, findVersion, insertVersion, listVersions } from './store.ts';

type Calls = typeof rulesCalls;

/** Versions that are shown. */
const SHOWN = 20;
/** Complaints that a refusal names; the page makes the others itself. */
const NAMED_COMPLAINTS = 3;

const stateOf = async (deps: Deps): Promise<RulesState> => {
  const [newest, versions] = await Promise.all([findNewest(deps.db), listVersions(deps.db, SHOWN)]);
  const emails = await emailsOf(
    deps.db,
    versions.flatMap(({ saved_by }) => saved_by ?? []),
  );
  return presentState(newest, { rules: rulesOf(newest, deps.log), versions, emails, ownHosts: ownHostsOf(deps) });
};

/** The rules as they are stored; refuses those that would make documents which a client refuses. */
const soundRules = (rules: RuleSet, deps: Deps, check = checkStoredRules): RuleSet => {
  const normalized = normalizeRules(rules);
  const complaints = check(normalized, ownHostsOf(deps));
  const more = complaints.length > NAMED_COMPLAINTS ? ` 等 ${complaints.length} 处` : '';
  if (complaints.length > 0) refuse('invalidPayload', complaints.slice(0, NAMED_COMPLAINTS).join('；') + more);
  return normalized;
};

/** Makes the newest version, unless somebody else made one since `base`. The catalogue's lock keeps them in a row. */
const addVersion = async (
  deps: Deps,
  { base, caller, audited }: StaffContext & { base: number; caller: Account },
  rulesFor: (trx: Db) => Promise<object | null>,
): Promise<RulesState> => {
  await inTransaction(deps.db, async (trx) => {
    await bumpCatalogue(trx);
    const newest = await findNewest(trx);
    if ((newest?.version ?? 0) !== base) refuse('conflict', '规则已被其他管理员修改，请刷新后重试');
    const rules = await rulesFor(trx);
    await audited(trx, { ids: [RULES] }, async () => {
      // Rules that are in force already are no other version: nobody who edits them now was overtaken.
      if (isDeepStrictEqual(rules, newest?.rules ?? null)) return;
      await insertVersion(trx, { version: base + 1, rules, at: deps.clock.now(), by: caller.id });
    });
  });
  return stateOf(deps);
};

const save: Handler<Calls['save']> = async ({ base, rules }, { caller, audited }, deps) => {
  const sound = soundRules(rules, deps, checkRules);
  return addVersion(deps, { base, caller, audited }, async () => sound);
};

const restore: Handler<Calls['restore']> = async ({ base, version }, { caller, audited }, deps) =>
  addVersion(deps, { base, caller, audited }, async (trx) => {
    if (version === null) return null;
    const row = (await findVersion(trx, version)) ?? refuse('notFound');
    if (row.rules === null) return null;
    const { data } = RuleSet.safeParse(row.rules);
    return soundRules(data ?? refuse('invalidPayload', '该版本已无法使用'), deps);
  });

const preview: Handler<Calls['preview']> = async ({ rules, kind, switches, userAgent }, _context, deps) => {
  if (!isDocumentKind(kind)) return refuse('notFound', '没有这种格式的文档');
  const title = deps.settings.current().site_name;
  const selfHost = ownHostsOf(deps)[0] ?? '';
  return previewOf(soundRules(rules, deps), {
    kind,
    switches,
    userAgent,
    title,
    selfHost,
    webPage: deps.env.PUBLIC_URL,
  });
};

/** Groups and rules of documents, kept by admins. */
export const rulesHandlers: HandlersOf<Calls> & typeof outsideListHandlers = {
  get: async (_input, _context, deps) => stateOf(deps),
  save,
  restore,
  preview,
  ...outsideListHandlers,
};
