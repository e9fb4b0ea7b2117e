import { payKindOf, type PayKindName } from '@skyport/contract/pay-kinds';
import { epayV1 } from './epay-v1.ts';
import { epayV2 } from './epay-v2.ts';
import type { InstanceKind } from './kind.ts';

const kinds: Readonly<Record<PayKindName, InstanceKind>> = { epay_v1: epayV1, epay_v2: epayV2 };

/** The kind of a name as it is stored; undefined where this program knows none of it. */
export const kindOf = (name: string): InstanceKind | undefined => payKindOf(name) && kinds[name as PayKindName];
