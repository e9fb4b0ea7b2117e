import type { DocumentKind } from '@skyport/contract/subscription';
import { cleanName, type Client } from '@skyport/documents';
import type { Settings } from '@skyport/contract/settings-table';
import type { DocumentRequest } from '../../platform/document-route.ts';
import { preferredDomainOf } from '../../platform/preferred-domain.ts';
import { switchedOn } from '../../rules/index.ts';
import { trafficStateOf } from '../../traffic/index.ts';
import { keyOf } from '../keys.ts';
import type { OwnDocument } from './answer.ts';
import type { Catalogue } from './catalogue.ts';
import type { CredentialCache } from './credential-cache.ts';
import { createDocumentHeaders } from './document-headers.ts';
import { credentialsOf, type Holder } from './holder.ts';
import { personalTag, personalTexts } from './personal.ts';
import { createPrepared, type Prepared } from './prepared.ts';
import { consoleHostsOf, linkAddressesOf, usageOf, type LinkAddresses, type Usage } from './rules.ts';
import { documentSpecOf } from './spec.ts';
import { digestOf, validatorsOf, type Validators } from './validators.ts';

/** A request for a document, and what decides it beside the holder of the link. */
export interface Asked {
  readonly request: DocumentRequest;
  readonly kind: DocumentKind;
  readonly client: Client;
  readonly now: Date;
  /** Business day `YYYY-MM-DD` of `now`. */
  readonly today: string;
  readonly settings: Settings;
}

/** Makes documents of users; their bodies only when they are asked for. */
export type DocumentMaker = (
  holder: Holder,
  asked: Asked,
  from: { readonly catalogue: Catalogue; readonly cache: CredentialCache },
) => OwnDocument;

/** What of a document differs by person and request. */
interface Personal {
  readonly holder: Holder;
  readonly asked: Asked;
  readonly addresses: LinkAddresses;
  readonly usage: Usage;
}

/** The subscription link in a document: for the kind and with the key that it was asked for. */
const linkOf = ({ holder, asked: { request }, addresses }: Personal): string =>
  `${addresses.linkBase}/api/subscript/${request.kind}/${holder.row.id}/${keyOf(request.userkey)}?f=${request.kind}`;

/**
 * Validators of a person's document. The key's HMAC stands for all credentials: they are made of the key and of the
 * lines that the digest names. With the daily key the link in the document changes every day.
 */
const personalValidators = (prepared: Prepared, personal: Personal): Validators => {
  const { holder, asked, addresses, usage } = personal;
  const keyTag = holder.row.userkey_hash.toString('base64url', 0, 12);
  if (prepared.personal.length === 0) return validatorsOf(prepared.digest, keyTag);
  const place = digestOf(
    [addresses.linkBase, asked.request.kind, asked.settings.timezone, holder.row.use_english_node].join('\n'),
  );
  const tag = personalTag(prepared.personal, place, usage);
  const isDaily = keyOf(asked.request.userkey) !== holder.userkey;
  return validatorsOf(prepared.digest, keyTag, tag, ...(isDaily ? [asked.today] : []));
};

/** The maker of one process, which keeps what users have in common. `publicUrl`: address of the panel, may be empty. */
export const createDocumentMaker = (publicUrl: string, log: Parameters<typeof createPrepared>[0]): DocumentMaker => {
  const prepare = createPrepared(log);
  const headersOf = createDocumentHeaders();
  return (holder, asked, { catalogue, cache }) => {
    const { request, client, now, today, settings } = asked;
    const { row, userkey } = holder;
    const traffic = trafficStateOf(row);
    const addresses = linkAddressesOf(row.describe_host || settings.describe_host, publicUrl, request);
    const consoleHosts = consoleHostsOf(preferredDomainOf(row, settings), addresses.pageHost);
    const { rules } = catalogue;
    const longLists = switchedOn(catalogue.outsideLists, settings);
    const options = { longLists, usageLine: settings.usage_line };
    const context = { ...asked, title: settings.site_name, addresses, consoleHosts, rules, options };
    const prepared = prepare({ catalogue, inputs: settings }, documentSpecOf(row, traffic, context), cache);
    const usage = usageOf(traffic, now, today);
    const personal = { holder, asked, addresses, usage };
    const texts = personalTexts({
      link: () => linkOf(personal),
      usage,
      timezone: settings.timezone,
      useEnglish: row.use_english_node,
    });
    const credentials = () => ({ row: credentialsOf(holder, cache), userkey });
    const { name } = request.query;
    const title = (name && cleanName(name)) || settings.site_name;
    const { contentType, extension } = prepared;
    const announcement = settings.notice_show ? settings.notice_title : '';
    return {
      userNum: row.num,
      client,
      headers: headersOf({ title, contentType, extension, webPage: addresses.webPage, announcement }, usage),
      validators: personalValidators(prepared, personal),
      makeBody: (allocate) => prepared.bodyFor(credentials(), texts, allocate),
      makeGzip: (allocate) => prepared.gzipFor(credentials(), texts, allocate),
    };
  };
};
