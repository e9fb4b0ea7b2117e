import { noticesCalls, type HostInfo } from '@skyport/contract/notices';
import { useCall } from '../api/index.ts';
import { pageHost } from './page-host.ts';

/**
 * What every page knows of the host: names, notices, domains. The page's own answer says it; where it does not, it is
 * undefined until it has arrived.
 */
export const useHost = (): HostInfo | undefined =>
  useCall(noticesCalls.hostGet, {}, { silent: true, everybodys: { first: pageHost } }).data;
