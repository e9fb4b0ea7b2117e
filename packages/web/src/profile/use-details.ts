import { accountsCalls, type UserInfo } from '@skyport/contract/accounts';
import type { CallError } from '@skyport/contract/client';
import { codes } from '@skyport/contract/codes';
import { type ReactNode, useState } from 'react';
import { useChange } from '../api/index.ts';
import { hashPassword } from '../device/password.ts';
import { commonTexts } from '../ui/common-texts.ts';
import { useUnsaved } from '../ui/use-unsaved.ts';
import { useWayOut } from '../ui/use-way-out.ts';
import {
  isChanged,
  movesEmail,
  profileProblem,
  type ProfileProblem,
  profileValuesOf,
  type ProfileValues,
} from './rules.ts';
import { texts } from './texts.ts';

/** The form of the profile: what it shows, what is wrong with it, and how it is saved. */
export interface Details {
  readonly values: ProfileValues;
  readonly problem: ProfileProblem | undefined;
  readonly busy: boolean;
  /** The address that a mail is on its way to. */
  readonly mailedTo: string | undefined;
  /** The question before changes are lost with the page: an element of the form. */
  readonly question: ReactNode;
  readonly edit: (part: Partial<ProfileValues>) => void;
  readonly save: () => Promise<void>;
}

/** The message at a field after a refusal, besides its toast. */
const problemOf = ({ code, msg }: CallError): ProfileProblem | undefined => {
  if (code === codes.emailTaken.code) return { field: 'email', message: codes.emailTaken.msg };
  if (code === codes.emailWrong.code) return { field: 'email', message: msg };
  if (code === codes.throttled.code || code === codes.loginFailed.code) return { field: 'password', message: msg };
  return undefined;
};

/** Only the changed fields are kept, so that the others show the account as it was last read. */
export const useDetails = (user: UserInfo): Details => {
  const [changes, setChanges] = useState<Partial<ProfileValues>>({});
  const [problem, setProblem] = useState<ProfileProblem>();
  const [mailedTo, setMailedTo] = useState<string>();
  const change = useChange(accountsCalls.changeUseInfo, {
    done: texts.details.saved,
    failed: texts.details.failed,
    invalidates: [accountsCalls.userInfo],
    onFailed: (refused) => setProblem(problemOf(refused)),
  });
  const values = { ...profileValuesOf(user), ...changes };
  const unsaved = isChanged(values, user);
  useUnsaved(unsaved);
  const question = useWayOut(unsaved, commonTexts.leaveText);
  const save = async (): Promise<void> => {
    const found = profileProblem(values, user);
    setProblem(found);
    if (found) return;
    const { password, ...wanted } = values;
    const moves = movesEmail(values, user);
    const answer = await change.run({
      ...wanted,
      ...(moves && { password: hashPassword(password) }),
      host: window.location.hostname,
    });
    if (!answer) return;
    setMailedTo(answer.mailed ? wanted.email.trim() : undefined);
    setChanges({});
  };
  const edit = (part: Partial<ProfileValues>): void => {
    setChanges({ ...changes, ...part });
    setProblem(undefined);
  };
  return { values, problem, busy: change.busy, mailedTo, question, edit, save };
};
