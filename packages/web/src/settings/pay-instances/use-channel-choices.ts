import { type PayInstance, payInstanceCalls } from '@skyport/contract/pay-instances';
import { useMemo } from 'react';
import { useCall } from '../../api/index.ts';
import type { Choice } from '../../ui/schema-form/field-spec.ts';
import { choicesFor } from './rules.ts';

/** Settings that choose who serves a way to pay. */
export type ServedSetting = 'alipay' | 'wxpay' | 'usdt';

const NONE: readonly PayInstance[] = [];

/** The instances that a setting can choose, by the way to pay that it is for. */
export const useChannelChoices = (): Readonly<Record<ServedSetting, readonly Choice[]>> => {
  const { data = NONE } = useCall(payInstanceCalls.instances, {});
  return useMemo(
    () => ({
      alipay: choicesFor(data, 'alipay'),
      wxpay: choicesFor(data, 'wxpay'),
      usdt: choicesFor(data, 'usdt'),
    }),
    [data],
  );
};
