import type { BuiltCall, Output } from '@skyport/contract/call';
import { outsideListCalls } from '@skyport/contract/outside-lists';
import { payInstanceCalls } from '@skyport/contract/pay-instances';
import { settingsCalls } from '@skyport/contract/settings';
import { payInstance } from '@skyport/web/settings/pay-instances/testing';
import { changes, outsideLists, state } from '@skyport/web/settings/testing';

/** Takes the answer of a call. */
type Give = <C extends BuiltCall>(row: C, answer: Output<C>) => void;

/** The settings, and what was changed of them lately. */
export const giveSettings = (give: Give, { empty }: { empty: boolean }): void => {
  give(settingsCalls.get, empty ? { ...state, version: 0, smtp_host: '', smtp_from: '', secrets: [] } : state);
  give(settingsCalls.history, empty ? { changes: [], total: 0 } : { changes: [...changes], total: changes.length });
  give(outsideListCalls.outsideLists, { lists: [...outsideLists] });
  give(payInstanceCalls.instances, empty ? [] : [payInstance]);
  give(payInstanceCalls.testInstance, { problem: null });
  give(settingsCalls.test, { problem: null, detail: 'admin@skyport.example' });
};
