import type { UserInfo } from '@skyport/contract/accounts';
import type { ReactNode } from 'react';
import { useSession } from '../accounts/index.ts';
import { DropdownDivider, DropdownItem, DropdownLabel } from '../ui/dropdown-items.tsx';
import { Dropdown } from '../ui/dropdown.tsx';

/** E-mail, avatar, account, wallet (for whoever has a balance) and log-out. */
export const UserMenu = ({ user }: { user: UserInfo }): ReactNode => {
  const { logOut } = useSession();
  return (
    <Dropdown
      align="end"
      width={220}
      target={
        <button type="button" className="sp-tab" aria-label={`${user.email} 账号菜单`}>
          {user.icon ? (
            <img src={`/api/file/downloads/${user.icon}`} alt="" width={32} height={32} className="sp-client-icon" />
          ) : (
            <span className="sp-client-icon sp-avatar" aria-hidden>
              {user.email.slice(0, 1).toUpperCase()}
            </span>
          )}
          <span className="sp-desktop sp-tab-mail">{user.email}</span>
        </button>
      }
    >
      <DropdownLabel>{user.email}</DropdownLabel>
      <DropdownItem to="/user_info">账号</DropdownItem>
      {!user.is_agency_user && (user.wallet_money ?? 0) > 0 && (
        <DropdownItem to="/wallet">钱包 {user.wallet_money?.toFixed(3)} 元</DropdownItem>
      )}
      <DropdownDivider />
      <DropdownItem onClick={() => void logOut()}>退出登录</DropdownItem>
    </Dropdown>
  );
};
