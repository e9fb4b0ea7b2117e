import type { UserInfo } from '@skyport/contract/accounts';
import type { HostInfo } from '@skyport/contract/notices';

/** Whether the page shows the reduced product: to an agency's customer, or on the agency's domain. */
export const isAgencyView = (user: UserInfo | undefined, host: HostInfo | undefined): boolean =>
  user?.is_agency_user === true ||
  (!!host?.agency_user_domain && host.agency_user_domain.toLowerCase() === window.location.hostname);
