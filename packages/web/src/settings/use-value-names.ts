import type { ChangedSetting } from '@skyport/contract/settings';
import { useAccountEmails } from '../list-page/find-accounts.ts';
import { commonTexts } from '../ui/common-texts.ts';
import { useChannelTitle } from './pay-instances/index.ts';
import { accountsIn, choosesChannel, type ValueNames } from './rules.ts';
import { texts } from './texts.ts';

/** What changed values that hold ids are called: payment instances by their titles, accounts by their addresses. */
export const useValueNames = (changes: readonly ChangedSetting[]): ValueNames => {
  const ids = changes.flatMap(({ name, before, after }) => [...accountsIn(name, before), ...accountsIn(name, after)]);
  const { emails, isRead } = useAccountEmails([...new Set(ids)].sort());
  const channelTitle = useChannelTitle(changes.some(({ name }) => choosesChannel(name)));
  const emailOf = (id: string): string => emails.get(id) ?? (isRead ? texts.someone : commonTexts.loading);
  return (name, text) => {
    if (choosesChannel(name)) return channelTitle(text);
    const accounts = accountsIn(name, text);
    return accounts.length > 0 ? accounts.map(emailOf).join('、') : undefined;
  };
};
