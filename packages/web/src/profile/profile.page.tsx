import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { SecondStepSection, useSession } from '../accounts/index.ts';
import { ChannelsSection } from '../notices/index.ts';
import { TelegramSection } from '../telegram/index.ts';
import { Arriving } from '../ui/arriving.tsx';
import { Failed } from '../ui/loaded.tsx';
import { DetailsSection } from './details-section.tsx';
import { OwnNamesSection } from './own-names-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { PermissionsSection } from './permissions-section.tsx';
import './profile.css';
import { SessionsSection } from './sessions-section.tsx';
import { SubscriptionSection } from './subscription-section.tsx';
import { texts } from './texts.ts';

/** /user_info: what the account's owner may change. Every section is a part of its own that asks for what it needs. */
export default function ProfilePage(): ReactNode {
  const { user, failed, refresh } = useSession();
  return (
    <div className="sp-profile">
      <h1 className="sp-h1">{texts.title}</h1>
      {!user && !failed && <Skeleton height={360} radius={14} />}
      {failed && (
        <section className="sp-card">
          <Failed retry={() => void refresh()} />
        </section>
      )}
      {user && (
        <>
          <DetailsSection />
          <PermissionsSection />
          <SubscriptionSection />
          <OwnNamesSection />
          <Arriving fallback={<Skeleton height={160} radius={14} />}>
            <TelegramSection />
            <ChannelsSection hasBot={user.telegram_bot !== ''} />
          </Arriving>
          <PasswordSection />
          <SessionsSection />
          <Arriving fallback={<Skeleton height={160} radius={14} />}>
            <SecondStepSection />
          </Arriving>
        </>
      )}
    </div>
  );
}
