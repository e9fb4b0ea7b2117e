import type { DocumentKind } from '@skyport/contract/subscription';
import {
  formats,
  speaks,
  withOwnNames,
  type Client,
  type PlaceholderReason,
  type RenderContext,
  type Viewer,
} from '@skyport/documents';
import { entitlementKey, isEntitled, type TrafficState } from '../../traffic/index.ts';
import { emptyReason, type LinkAddresses } from './rules.ts';
import type { SubscriberRow } from './subscriber-store.ts';
import { digestOf } from './validators.ts';

/** What decides a document, apart from its user's credentials and personal texts. */
export interface DocumentSpec {
  readonly kind: DocumentKind;
  readonly client: Client;
  readonly userId: string;
  /** Equal for users who may use the same lines. */
  readonly entitlement: string;
  /** Equal for users who have the same switches on. */
  readonly switches: string;
  /** Whether something is left to charge; without it only open lines are in the document. */
  readonly entitled: boolean;
  /** Why only open lines are in it: shown in front of them, or instead of lines when there are none. */
  readonly reason: PlaceholderReason | undefined;
  readonly selfHost: string;
  /** Scheme and host of subscription links. */
  readonly linkBase: string;
  /** Address of the console. */
  readonly webPage: string;
  /** Hosts of the console that the user is sent to. */
  readonly consoleHosts: readonly string[];
  /** Whether one of these hosts is what the request said: there is no end to such documents. */
  readonly isByRequest: boolean;
  /** Equal for users with the same own names; empty without any. */
  readonly ownNames: string;
  /** The same in full; only for a document that is not prepared yet. */
  details(): { readonly viewer: Viewer; readonly context: RenderContext };
}

const switchesKey = (row: SubscriberRow): string =>
  (row.in_xinjiang ? 'x' : '-') + (row.in_foreign ? 'f' : '-') + (row.use_english_node ? 'e' : '-');

const hasOwnNames = ({ own_direct, own_proxied }: SubscriberRow): boolean =>
  (own_direct ?? '') + (own_proxied ?? '') !== '';

const ownNamesKey = (row: SubscriberRow): string =>
  hasOwnNames(row) ? digestOf(`${row.own_direct}\n\n${row.own_proxied}`) : '';

const namesIn = (text: string | null): string[] => (text ? text.split('\n') : []);

const rulesFor = (row: SubscriberRow, rules: RequestContext['rules']): RequestContext['rules'] =>
  hasOwnNames(row)
    ? withOwnNames(rules, { direct: namesIn(row.own_direct), proxied: namesIn(row.own_proxied) })
    : rules;

/** What decides a document beside its user. */
export interface RequestContext {
  readonly kind: DocumentKind;
  readonly client: Client;
  /** Name of the product. */
  readonly title: string;
  readonly addresses: LinkAddresses;
  readonly consoleHosts: readonly string[];
  readonly rules: RenderContext['rules'];
  /** What else the settings say of documents. */
  readonly options: Pick<RenderContext, 'longLists' | 'usageLine'>;
  readonly now: Date;
  /** Business day `YYYY-MM-DD` of `now`. */
  readonly today: string;
}

/** Which prepared document a user gets. */
export const documentSpecOf = (row: SubscriberRow, traffic: TrafficState, request: RequestContext): DocumentSpec => {
  const { kind, client, title, addresses, consoleHosts, rules, options, now, today } = request;
  const entitled = isEntitled(traffic, now, today);
  const reason = entitled ? undefined : emptyReason(traffic, now);
  return {
    kind,
    client,
    userId: row.id,
    entitled,
    entitlement: entitlementKey({
      entitled,
      normalPermission: row.normal_permission,
      isAgencyUser: row.is_agency_user,
      permissions: row.permissions,
    }),
    switches: switchesKey(row),
    ownNames: ownNamesKey(row),
    reason,
    ...addresses,
    consoleHosts,
    details: () => ({
      viewer: {
        id: row.id,
        permissions: new Set(row.permissions),
        normalPermission: row.normal_permission,
        isAgencyUser: row.is_agency_user,
        useEnglishNode: row.use_english_node,
        inForeign: row.in_foreign,
        inXinjiang: row.in_xinjiang,
      },
      context: {
        ...addresses,
        consoleHosts,
        title,
        client,
        switches: { inXinjiang: row.in_xinjiang, inForeign: row.in_foreign, useEnglish: row.use_english_node },
        rules: rulesFor(row, rules),
        ...options,
        reason,
      },
    }),
  };
};

const protocols = ['vmesh_tcp', 'vmesh_ws', 'ss', 'compat', 'h2', 'reality'] as const;

/** What of a client changes a document of this kind: the protocols it speaks, and its dialect. */
const clientKey = (kind: DocumentKind, client: Client): string =>
  protocols.map((protocol) => (speaks(kind, protocol, client) ? '1' : '0')).join('') + formats[kind].dialect(client);

/**
 * A text that is equal for documents that are equal before a user's texts are filled in. `spread`: see `addressSpread`.
 */
export const specKey = (spec: DocumentSpec, spread: string): string => {
  const { kind, client, entitlement, switches, ownNames, reason, selfHost, linkBase, webPage, consoleHosts } = spec;
  const hosts = `${selfHost} ${linkBase} ${webPage} ${consoleHosts.join()}`;
  return `${kind} ${clientKey(kind, client)} ${entitlement} ${switches} ${ownNames} ${reason} ${spread} ${hosts}`;
};
