import { clientOf, type BuiltKind, type Client, type RenderContext } from '@skyport/documents';
import { entitlementKey, isEntitled, type TrafficState } from '../traffic/index.ts';
import { digestOf, type Wanted } from './prepared.ts';
import { emptyReason, placesOf, type Places } from './rules.ts';
import type { SubscriberRow } from './subscribers.ts';

/** Texts of clients and hosts that are remembered; they come from outside, so there must be an end to them. */
const MAX_REMEMBERED = 1000;

/** A function that remembers its answers by the key they were given under, until there are too many. */
const remembered = <T>(): ((key: string, make: () => T) => T) => {
  const known = new Map<string, T>();
  return (key, make) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= MAX_REMEMBERED) known.clear();
    const made = make();
    known.set(key, made);
    return made;
  };
};

/** `clientOf` that reads the same User-Agent once. Links with wishes in their query are read each time. */
export const createClientReader = (): ((userAgent: string, query: Readonly<Record<string, string>>) => Client) => {
  const byAgent = remembered<Client>();
  return (userAgent, query) => {
    for (const _wish in query) return clientOf(userAgent, query);
    return byAgent(userAgent, () => clientOf(userAgent));
  };
};

/** `placesOf` that reads the same addresses once. */
export const createPlacesReader = (
  publicUrl: string,
): ((describeHost: string, host: string, secure: boolean) => Places) => {
  const byHosts = remembered<Places>();
  return (describeHost, host, secure) =>
    byHosts(`${describeHost}\n${host}\n${secure ? 's' : ''}`, () =>
      placesOf(describeHost, publicUrl, { host, secure }),
    );
};

/** A digest of some texts that is worked out once for the same ones. */
export const createMarker = (): ((...texts: readonly string[]) => string) => {
  const byTexts = remembered<string>();
  return (...texts) => {
    const text = texts.join('\n');
    return byTexts(text, () => digestOf(text));
  };
};

const switchesKey = (row: SubscriberRow): string =>
  (row.in_xinjiang ? 'x' : '-') + (row.in_foreign ? 'f' : '-') + (row.use_english_node ? 'e' : '-');

/** What a request comes to beside its user. */
export interface Setting {
  readonly kind: BuiltKind;
  readonly client: Client;
  /** Name of the product. */
  readonly title: string;
  readonly places: Places;
  readonly rules: RenderContext['rules'];
  readonly now: Date;
  /** Business day `YYYY-MM-DD` of `now`. */
  readonly today: string;
}

/** Which prepared document a user gets. */
export const wantedBy = (row: SubscriberRow, traffic: TrafficState, setting: Setting): Wanted => {
  const { kind, client, title, places, rules, now, today } = setting;
  const entitled = isEntitled(traffic, now, today);
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
    reason: entitled ? 'noLines' : emptyReason(traffic, now),
    selfHost: places.selfHost,
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
        ...places,
        title,
        client,
        switches: { inXinjiang: row.in_xinjiang, inForeign: row.in_foreign, useEnglish: row.use_english_node },
        rules,
      },
    }),
  };
};
