import { noticesCalls, type HostInfo } from '@skyport/contract/notices';
import { useCall } from '../api/index.ts';
import { setShopZone } from '../ui/shop-time.ts';
import { pageHost } from './page-host.ts';

/**
 * What every page knows of the host: names, notices, domains. The page's own answer says it; where it does not, it is
 * undefined until it has arrived.
 */
export const useHost = (): HostInfo | undefined => {
  const host = useCall(noticesCalls.hostGet, {}, { silent: true, everybodys: { first: pageHost } }).data;
  // The page's own answer says it before anything is drawn: lists of staff are drawn by the shop's days.
  if (host) setShopZone(host.timezone);
  return host;
};
