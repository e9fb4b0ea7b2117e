import { codes } from '@skyport/contract/codes';
import { toast } from '../ui/toasts.ts';

/** What every failed call may say. */
export const texts = {
  /** Message of an error that no server sent. */
  networkFault: '网络错误',
  network: toast('网络错误，请稍后重试', 2000),
  expired: toast(codes.sessionExpired.msg, 2000),
} as const;
