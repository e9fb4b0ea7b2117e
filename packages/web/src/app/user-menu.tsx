import type { UserInfo } from '@skyport/contract/accounts';
import { use, type ReactNode } from 'react';
import { useSession } from '../accounts/index.ts';
import { hasUnsaved } from '../device/unsaved.ts';
import { BuiltPages } from '../ui/built-pages.ts';
import { DropdownDivider, DropdownItem, DropdownLabel } from '../ui/dropdown-items.tsx';
import { Dropdown } from '../ui/dropdown.tsx';
import { useLeave } from '../ui/use-leave.tsx';
import { titleOf } from './menu.ts';
import { texts } from './texts.ts';

const { person } = texts;

/** E-mail, avatar, account, wallet (for whoever has a balance, where its page exists) and log-out. */
export const UserMenu = ({ user }: { user: UserInfo }): ReactNode => {
  const { logOut } = useSession();
  // What is typed goes with whoever typed it.
  const { leave, dialog } = useLeave({
    isUnsaved: hasUnsaved,
    go: logOut,
    text: person.unsavedText,
    action: person.logOut,
  });
  const hasWallet = use(BuiltPages)('/wallet');
  const { email, icon, is_agency_user: isAgency, wallet_money: money = 0 } = user;
  return (
    <>
      <Dropdown
        align="end"
        width={220}
        target={
          <button type="button" className="sp-tab" aria-label={person.menu(email)}>
            {icon ? (
              <img src={`/api/file/downloads/${icon}`} alt="" width={32} height={32} className="sp-client-icon" />
            ) : (
              <span className="sp-client-icon sp-avatar" data-letter={email.slice(0, 1).toUpperCase()} />
            )}
            <span className="sp-desktop sp-tab-mail">{email}</span>
          </button>
        }
      >
        <DropdownLabel>{email}</DropdownLabel>
        <DropdownItem to="/user_info">{titleOf('/user_info')}</DropdownItem>
        {!isAgency && money > 0 && hasWallet && (
          <DropdownItem to="/wallet">{person.wallet(money.toFixed(3))}</DropdownItem>
        )}
        <DropdownDivider />
        <DropdownItem onClick={leave}>{person.logOut}</DropdownItem>
      </Dropdown>
      {dialog}
    </>
  );
};
