import { Menu } from '@mantine/core';
import type { UserInfo } from '@skyport/contract/accounts';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { useSession } from '../accounts/index.ts';

/** E-mail, avatar, account, wallet (for whoever has a balance) and log-out. */
export const UserMenu = ({ user }: { user: UserInfo }): ReactNode => {
  const { logOut } = useSession();
  const navigate = useNavigate();
  const leave = async (): Promise<void> => {
    await logOut();
    await navigate('/login');
  };
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <button type="button" className="sp-tab" aria-label="账号菜单">
          {user.icon ? (
            <img src={`/api/file/downloads/${user.icon}`} alt="" width={32} height={32} className="sp-client-icon" />
          ) : (
            <span className="sp-client-icon sp-avatar">{user.email.slice(0, 1).toUpperCase()}</span>
          )}
          <span className="sp-desktop">{user.email}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.email}</Menu.Label>
        <Menu.Item component={Link} to="/user_info">
          账号
        </Menu.Item>
        {(user.wallet_money ?? 0) > 0 && (
          <Menu.Item component={Link} to="/wallet">
            钱包 {user.wallet_money?.toFixed(3)} 元
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item onClick={() => void leave()}>退出登录</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
