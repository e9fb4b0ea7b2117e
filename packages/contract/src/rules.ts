import { z } from 'zod';

/** Name of a group or list inside of a rule set; customers never see it. */
export const RuleId = z.string().regex(/^[a-z][a-z0-9-]{0,30}$/);

/** What becomes of traffic without a group: straight out, or refused. */
export const Builtin = z.enum(['direct', 'reject']);
export type Builtin = z.infer<typeof Builtin>;

const Countries = z
  .array(z.string().regex(/^[A-Z]{2}$/))
  .min(1)
  .max(100);

/**
 * Something a group offers: another group, a builtin, lines of some countries (ISO 3166 alpha-2) or of all others, or
 * `all` lines, the `outward` ones (not of the mainland, as long as there are others), or those that lead `home` for a
 * user abroad.
 */
export const GroupMember = z.union([
  z.strictObject({ group: RuleId }),
  z.strictObject({ builtin: Builtin }),
  z.strictObject({ lines: z.enum(['all', 'outward', 'home']) }),
  z.strictObject({ countries: Countries }),
  z.strictObject({ notCountries: Countries }),
]);
export type GroupMember = z.infer<typeof GroupMember>;

const Title = z.string().trim().min(1).max(30);

/** A choice in the client: by hand, the quickest line, or the first that works. Without members it is left out. */
export const RuleGroup = z.strictObject({
  id: RuleId,
  zh: Title,
  en: Title,
  type: z.enum(['select', 'url-test', 'fallback']),
  members: z.array(GroupMember).min(1).max(60),
});
export type RuleGroup = z.infer<typeof RuleGroup>;

/**
 * Traffic that shares a fate: host names with everything below them, exact host names, words in host names, networks in
 * CIDR form. `target` is a group or a builtin.
 */
export const RuleList = z.strictObject({
  id: RuleId,
  zh: Title,
  target: z.union([Builtin, RuleId]),
  suffixes: z.array(z.string()).max(2000),
  domains: z.array(z.string()).max(2000),
  keywords: z.array(z.string()).max(100),
  networks: z.array(z.string()).max(2000),
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
});
export type RuleSet = z.infer<typeof RuleSet>;
