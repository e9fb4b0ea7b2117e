import type { RuleSet, RulesPreview } from '@skyport/contract/rules';
import { countEntries } from '@skyport/contract/rules-check';
import type { DocumentKind } from '@skyport/contract/subscription';
import {
  clientAppOf,
  credentialsOf,
  fill,
  groupNamesOf,
  planOf,
  renderTemplate,
  type PersonalText,
  type Switches,
} from '@skyport/documents';
import { sampleLines } from './samples.ts';

/** Whose document is wanted. */
export interface PreviewOptions {
  readonly kind: DocumentKind;
  readonly switches: Switches;
  readonly userAgent: string;
  readonly title: string;
  readonly selfHost: string;
  /** Address of the console; may be empty. */
  readonly webPage: string;
}

/** A key of the product's form that nobody has. */
const NOBODY = '0'.repeat(32);

const personalTextsFor = ({ kind, selfHost }: PreviewOptions): Record<PersonalText, string> => ({
  link: `https://${selfHost || 'example.com'}/api/subscript/${kind}/00000000-0000-0000-0000-000000000000/${NOBODY}`,
  usage: 'STATUS=🚀↑:0GB,↓:0GB,TOT:100GB',
  used: '0',
  left: '107374182400',
  quota: encodeURIComponent('剩余 100 G'),
});

/** The document that these rules (good ones) make of sample lines; nobody's data is in it. */
export const previewOf = (rules: RuleSet, options: PreviewOptions): RulesPreview => {
  const { kind, switches, userAgent, title, selfHost, webPage } = options;
  const taken = new Set(groupNamesOf(rules));
  const lines = sampleLines(switches.useEnglish).map((line) =>
    taken.has(line.name) ? { ...line, name: `${line.name} 2` } : line,
  );
  const consoleHosts = [webPage];
  const context = { title, selfHost, webPage, consoleHosts, client: clientAppOf(userAgent), switches, rules };
  const rendered = renderTemplate(kind, lines, context);
  const personal = personalTextsFor(options);
  const text = fill(rendered.template, {
    credential: credentialsOf(rendered.slots)(NOBODY),
    personal: (which) => personal[which],
  });
  const dropped = new Set(rendered.dropped.map(({ id }) => id));
  const plan = planOf(
    rules,
    lines.filter(({ id }) => !dropped.has(id)),
    switches,
  );
  const living = new Set(['direct', 'reject', ...plan.groups.map(({ id }) => id)]);
  return {
    text,
    bytes: Buffer.byteLength(text),
    emptyGroups: rules.groups.filter(({ id }) => !living.has(id)).map(({ zh }) => zh),
    emptyLists: rules.lists.filter((list) => countEntries({ lists: [list] }) === 0).map(({ zh }) => zh),
    strayLists: rules.lists.filter(({ target }) => !living.has(target)).map(({ zh }) => zh),
  };
};
