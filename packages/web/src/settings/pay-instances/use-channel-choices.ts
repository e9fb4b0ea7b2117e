import { type PayInstance, payInstanceCalls } from '@skyport/contract/pay-instances';
import { useMemo } from 'react';
import { useCall } from '../../api/index.ts';
import { commonTexts } from '../../ui/common-texts.ts';
import type { Choice } from '../../ui/schema-form/field-spec.ts';
import { choicesFor, OWN_ADDRESSES } from './rules.ts';
import { payInstanceTexts as texts } from './texts.ts';

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

/** What the instance that a setting has chosen is called. Instances are read only where `isNeeded`. */
export const useChannelTitle = (isNeeded: boolean): ((name: string) => string) => {
  const { data, isSuccess } = useCall(payInstanceCalls.instances, {}, { enabled: isNeeded });
  return (name) => {
    if (name === OWN_ADDRESSES) return texts.ownAddresses;
    const label = data?.find((instance) => instance.name === name)?.label;
    return label ?? (isSuccess ? texts.gone : commonTexts.loading);
  };
};
