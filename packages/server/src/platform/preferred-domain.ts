import { domainOf } from '@skyport/contract/hosts';

/** What an account says of the domain that it is sent to; `prefer_domain` is empty where it has none of its own. */
interface DomainChoice {
  readonly is_agency_user: boolean;
  readonly prefer_domain: string;
}

/**
 * The domain of the console that an account is sent to; empty when none is preferred. An agency's customers belong on
 * the agency's, everybody else on their own or the site's.
 */
export const preferredDomainOf = (
  row: DomainChoice,
  settings: { readonly preferDomain: string; readonly agency_user_domain: string },
): string => (row.is_agency_user ? settings.agency_user_domain : domainOf(row.prefer_domain) || settings.preferDomain);
