import type { HostInfo } from '@skyport/contract/notices';

/** What the windows of the dashboard are shown for. */
export interface NoticeWindowsProps {
  readonly host: HostInfo;
  /** Whether whoever looks may buy. */
  readonly buyer: boolean;
}

/** Whether the operator has an announcement to make. */
export const announces = (host: HostInfo): boolean => host.notice_show && host.notice_content !== '';
