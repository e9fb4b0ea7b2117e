import { type PayInstance, payInstanceCalls } from '@skyport/contract/pay-instances';
import { useMemo } from 'react';
import { useCall } from '../../api/index.ts';
import type { Choice } from '../../ui/schema-form/field-spec.ts';
import { choicesFor } from './rules.ts';

const NONE: readonly PayInstance[] = [];

/** The instances that a setting can choose, by the way to pay that it is for. */
export const useChannelChoices = (): Readonly<Record<'alipay' | 'wxpay', readonly Choice[]>> => {
  const { data = NONE } = useCall(payInstanceCalls.instances, {});
  return useMemo(() => ({ alipay: choicesFor(data, 'alipay'), wxpay: choicesFor(data, 'wxpay') }), [data]);
};
