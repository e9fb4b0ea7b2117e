import { z } from 'zod';
import { access, call, raw } from './call.ts';
import { Nothing } from './shapes.ts';
import { DocumentKind } from './subscription.ts';
import { Instant, TextOf, Trimmed } from './units.ts';

/** Name of a group or list inside of a rule set; customers never see it. */
export const RuleId = TextOf(31).regex(/^[a-z][a-z0-9-]{0,30}$/);

/** What becomes of traffic without a group: straight out, or refused. */
export const Builtin = z.enum(['direct', 'reject']);
export type Builtin = z.infer<typeof Builtin>;

const CountryCode = TextOf(2).regex(/^[A-Z]{2}$/);
const Countries = z.array(CountryCode).min(1).max(100);

/**
 * Something a group offers: another group, a builtin, lines of some countries (ISO 3166 alpha-2) or of all others, or
 * - `all`: every line,
 * - `outward`: those that are not of the mainland, as long as there are others,
 * - `home`: those of the mainland, for a user abroad.
 */
export const GroupMember = z.union([
  z.strictObject({ group: RuleId }),
  z.strictObject({ builtin: Builtin }),
  z.strictObject({ lines: z.enum(['all', 'outward', 'home']) }),
  z.strictObject({ countries: Countries }),
  z.strictObject({ notCountries: Countries }),
]);
export type GroupMember = z.infer<typeof GroupMember>;

/** Longest title of a group or list, in UTF-16 units. */
export const MAX_TITLE = 30;
/** `checkRules` measures more when rules are saved; stored titles may be older. */
const Title = Trimmed(MAX_TITLE).min(1);

/** One entry of a list as it was typed; what it may be, `entryProblem` says. No host name is longer. */
const Entry = TextOf(300);

/**
 * A choice in the client: by hand, the quickest line, the first that works, or one line for each site. Without members
 * it is left out.
 */
export const RuleGroup = z.strictObject({
  id: RuleId,
  zh: Title,
  en: Title,
  type: z.enum(['select', 'url-test', 'fallback', 'load-balance']),
  members: z.array(GroupMember).min(1).max(60),
});
export type RuleGroup = z.infer<typeof RuleGroup>;

/**
 * Traffic with one policy: host names with everything below them, exact host names, words in host names, networks in
 * CIDR form. `target` is a group or a builtin.
 */
export const RuleList = z.strictObject({
  id: RuleId,
  zh: Title,
  target: z.union([Builtin, RuleId]),
  suffixes: z.array(Entry).max(2000),
  domains: z.array(Entry).max(2000),
  keywords: z.array(Entry).max(100),
  networks: z.array(Entry).max(2000),
});
export type RuleList = z.infer<typeof RuleList>;

/**
 * Groups and rules of every kind of document that has them. Lists are asked in their order; what none matches goes to
 * the group `final`. `main` is the group of the lines themselves, which name servers abroad are asked through.
 */
export const RuleSet = z.strictObject({
  main: RuleId,
  final: RuleId,
  groups: z.array(RuleGroup).min(1).max(60),
  lists: z.array(RuleList).max(60),
  /**
   * Whether lines that carry UDP over TCP take QUIC (UDP to port 443), too. Otherwise it is refused there, and programs
   * use TCP at once: what is lost on the way would be sent again twice over.
   */
  carriesQuic: z.boolean().optional(),
});
export type RuleSet = z.infer<typeof RuleSet>;

/** A stored state of the rules. */
export const RulesVersion = z.object({
  version: z.number().int().positive(),
  at: Instant,
  /** E-mail of who saved it; empty when that account is gone. */
  by: z.string(),
  /** Whether it is the product's own default, which follows the product. */
  isDefault: z.boolean(),
  /** Groups, lists and entries of all lists. */
  groups: z.number().int().nonnegative(),
  lists: z.number().int().nonnegative(),
  entries: z.number().int().nonnegative(),
});
export type RulesVersion = z.infer<typeof RulesVersion>;

/** The rules in force. */
export const RulesState = z.object({
  /** 0 until something was saved; a change must name the version that it was made from. */
  version: z.number().int().nonnegative(),
  isDefault: z.boolean(),
  rules: RuleSet,
  /** Hosts of subscription links, which no list may refuse. */
  ownHosts: z.array(z.string()),
  /** The last 20 versions, newest first. */
  history: z.array(RulesVersion).max(20),
});
export type RulesState = z.infer<typeof RulesState>;

/** Whose document a preview shows. */
const PreviewSwitches = z.object({ inXinjiang: z.boolean(), inForeign: z.boolean(), useEnglish: z.boolean() });

/** A document as it would be with these rules, with sample lines and without anybody's credentials. */
export const RulesPreview = z.object({
  text: z.string(),
  /** Bytes of the document with the sample lines. */
  bytes: z.number().int().nonnegative(),
  /** Names of groups that are left out, because nothing is in them. */
  emptyGroups: z.array(z.string()),
  /** Names of lists without entries. */
  emptyLists: z.array(z.string()),
  /** Names of lists whose group is left out, so that their traffic goes to the last group. */
  strayLists: z.array(z.string()),
});
export type RulesPreview = z.infer<typeof RulesPreview>;

const base = z.number().int().nonnegative();

/** Calls of our own: groups and rules of documents, kept by the operator. */
export const rulesCalls = {
  get: call({
    path: '/api/rules/get',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'The rules in force, their version and the last 20 versions.',
    input: Nothing,
    output: RulesState,
    fails: [],
  }),
  save: call({
    path: '/api/rules/save',
    access: access.admin,
    rate: 'change',
    audit: 'rules',
    summary: 'Saves the rules; refused when somebody saved since `base`, or with what is wrong about them.',
    input: z.object({ base, rules: RuleSet }),
    output: RulesState,
    fails: ['conflict'],
  }),
  restore: call({
    path: '/api/rules/restore',
    access: access.admin,
    rate: 'change',
    audit: 'rules',
    summary: 'Makes a version of the past, or the default (null), the newest one.',
    input: z.object({ base, version: z.number().int().positive().nullable() }),
    output: RulesState,
    fails: ['conflict', 'notFound'],
  }),
  preview: call({
    path: '/api/rules/preview',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'A document of a kind with these rules and sample lines; nothing is saved.',
    input: z.object({
      rules: RuleSet,
      kind: DocumentKind,
      switches: PreviewSwitches,
      userAgent: TextOf(300).default(''),
    }),
    output: RulesPreview,
    fails: ['notFound'],
  }),
} as const;

/** Rule files that anybody may fetch, for configurations of their own. */
export const rulesRaw = {
  describeRules: raw({
    method: 'GET',
    path: '/describe/rules/:file',
    access: access.anyone,
    rate: 'read',
    summary: 'One list as a file: its id with `.list`, `.yaml`, `.names`, `.json`, `.filter`, `.rules` or `.set`.',
    built: true,
  }),
} as const;
