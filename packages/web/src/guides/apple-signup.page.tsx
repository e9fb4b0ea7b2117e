import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useHost } from '../notices/index.ts';
import { APPLE_ACCOUNT_URL, signupSteps, signupTexts as texts } from './apple-texts.ts';
import { webAddress } from '../subscription/index.ts';
import { StepList } from './step-list.tsx';

/** /apple_id_signup_guide: five steps to an Apple ID outside the mainland. */
export default function AppleSignupPage(): ReactNode {
  const host = useHost();
  const addresses = { apple: APPLE_ACCOUNT_URL, card: webAddress(host?.virtual_card_url ?? '') } as const;
  return (
    <>
      <section className="sp-card sp-guide-head">
        <h1 className="sp-h1">{texts.title}</h1>
        <p className="sp-dim">{texts.intro}</p>
      </section>
      <StepList
        label={texts.label}
        steps={signupSteps.map(({ link, ...step }) => ({
          ...step,
          below: link && <Outside label={texts[link]} address={addresses[link]} />,
        }))}
      />
      <section className="sp-card sp-guide-head">
        <h2 className="sp-h2">{texts.doneTitle}</h2>
        <p>{texts.done}</p>
        <div className="sp-guide-links">
          <Link to="/ss_for_ios">{texts.guide}</Link>
          <Link to="/apple_id_share">{texts.share}</Link>
        </div>
      </section>
    </>
  );
}

const Outside = ({ label, address }: { label: string; address: string | undefined }): ReactNode =>
  address === undefined ? null : (
    <div>
      <Button
        component="a"
        href={address}
        target="_blank"
        rel="noopener noreferrer"
        variant="light"
        leftSection={<IconExternalLink size={18} aria-hidden />}
      >
        {label}
      </Button>
    </div>
  );
