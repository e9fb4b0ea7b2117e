import { noticesCalls, type HostInfo } from '@skyport/contract/notices';
import { useCall } from '../api/index.ts';

/** What every page knows of the host: names, notices, domains. Undefined until it has arrived. */
export const useHost = (): HostInfo | undefined => useCall(noticesCalls.hostGet, {}, { silent: true }).data;
