import { payFailureNames } from '@skyport/contract/pay-health';
import type { Failing } from './health-store.ts';

/** Texts of payment instances that keep failing. */
export const healthTexts = {
  failing: (platform: string, { accounts, reason }: Pick<Failing, 'accounts' | 'reason'>): string =>
    `支付通道“${platform}”连续失败，最近一小时有 ${accounts} 位用户无法发起支付（主要原因：${payFailureNames[reason]}），已排在其他支付方式之后，请检查`,
  recovered: (platform: string): string => `支付通道“${platform}”已恢复，可以正常发起支付`,
} as const;
