import { Button } from '@mantine/core';
import { use, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useSession } from '../accounts/index.ts';
import { isAgencyView, useHost } from '../notices/index.ts';
import { BuiltPages } from '../ui/built-pages.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { StepList } from './step-list.tsx';
import { type Trouble, troubles, helpTexts as texts } from './trouble-texts.ts';

/** /windows_errors: what to do when nodes do not work, and where to ask. */
export default function TroublePage(): ReactNode {
  const { user } = useSession();
  const host = useHost();
  const isAgency = isAgencyView(user, host);
  const hasFeedback = use(BuiltPages)('/feedback') && !isAgency;
  const contact = isAgency ? '' : (host?.contact_info ?? '');
  return (
    <>
      <section className="sp-card sp-guide-head">
        <h1 className="sp-h1">{texts.title}</h1>
        <p className="sp-dim">{texts.intro}</p>
      </section>
      <StepList label={texts.label} steps={troubles.map((trouble) => ({ ...trouble, below: belowOf(trouble) }))} />
      {(hasFeedback || contact !== '') && (
        <section className="sp-card sp-guide-head">
          <h2 className="sp-h2">{texts.feedbackTitle}</h2>
          {hasFeedback && <p>{texts.reply}</p>}
          {hasFeedback && <p>{texts.reward}</p>}
          {contact !== '' && <p>{texts.contact(contact)}</p>}
          {hasFeedback && (
            <div>
              <Button component={Link} to="/feedback">
                {texts.feedback}
              </Button>
            </div>
          )}
        </section>
      )}
    </>
  );
}

const belowOf = ({ links = [], copy }: Trouble): ReactNode => (
  <>
    {copy !== undefined && (
      <div className="sp-row">
        <code>{copy}</code>
        <CopyButton text={copy}>{texts.copyUrl}</CopyButton>
      </div>
    )}
    {links.map(({ label, to }) => (
      <Link key={to} to={to} className="sp-guide-link">
        {label}
      </Link>
    ))}
  </>
);
