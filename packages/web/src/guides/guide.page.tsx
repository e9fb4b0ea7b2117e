import { Alert, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useSession } from '../accounts/index.ts';
import { namedHere } from '../device/platform.ts';
import { useHost } from '../notices/index.ts';
import { downloadBase, subscriptionTexts, useSubscriptions } from '../subscription/index.ts';
import { GuideActs } from './guide-acts.tsx';
import { guides } from './guides.ts';
import type { Guide } from './model.ts';
import { guideRoutes } from './routes.ts';
import { otherGuides, platformHint, scansCode } from './rules.ts';
import { StepList } from './step-list.tsx';
import { texts } from './texts.ts';

/** The guide of the address: every client guide is this page with other data. */
export default function GuidePage(): ReactNode {
  const { pathname } = useLocation();
  const guide = guides.find(({ path }) => path === pathname);
  return guide === undefined ? null : <GuideOf key={guide.path} guide={guide} />;
}

const GuideOf = ({ guide }: { guide: Guide }): ReactNode => {
  const subscriptions = useSubscriptions();
  const host = useHost();
  const { user, visitor } = useSession();
  const base = downloadBase(host, user?.in_foreign ?? false);
  return (
    <>
      <GuideHead guide={guide} visitor={visitor} />
      <StepList
        label={texts.stepsLabel}
        steps={guide.steps.map((step) => ({
          ...step,
          title: step.title ?? texts.steps[step.kind],
          below: (
            <>
              {step.acts && <GuideActs guide={guide} acts={step.acts} subscriptions={subscriptions} base={base} />}
              {step.kind === 'trouble' && (
                <Link to="/windows_errors" className="sp-guide-link">
                  {subscriptionTexts.trouble}
                </Link>
              )}
            </>
          ),
        }))}
      />
      <GuideFoot guide={guide} />
    </>
  );
};

const GuideHead = ({ guide, visitor }: { guide: Guide; visitor: boolean }): ReactNode => (
  <section className="sp-card sp-guide-head">
    <div className="sp-row">
      <h1 className="sp-h1">{guideRoutes.find(({ path }) => path === guide.path)?.title}</h1>
      {guide.notes.map((note) => (
        <span key={note} className="sp-pill" data-tone="accent">
          {note}
        </span>
      ))}
    </div>
    <p className="sp-dim">{guide.intro}</p>
    <Hint guide={guide} />
    {visitor && (
      <div className="sp-row">
        <span>{texts.visitor}</span>
        <Button component={Link} to="/login" variant="light">
          {texts.logIn}
        </Button>
      </div>
    )}
  </section>
);

const Hint = ({ guide }: { guide: Guide }): ReactNode => {
  const hint = platformHint(guide, namedHere());
  if (!hint) return null;
  const wanted = guide.platforms.join(' / ');
  return (
    <Alert>
      {hint.here ? texts.otherPlatform(wanted, hint.here) : texts.unknownPlatform(wanted)}
      {scansCode(guide) ? texts.scanThere : texts.openThere}{' '}
      {hint.here && hint.better && <Link to={hint.better.path}>{texts.guideFor(hint.here, hint.better.client)}</Link>}
    </Alert>
  );
};

const GuideFoot = ({ guide }: { guide: Guide }): ReactNode => (
  <section className="sp-card sp-guide-head">
    <h2 className="sp-h2">{texts.others(guide.platforms.join(' / '))}</h2>
    <nav className="sp-guide-links" aria-label={texts.others(guide.platforms.join(' / '))}>
      {otherGuides(guide).map(({ client, path }) => (
        <Link key={path} to={path}>
          {client}
        </Link>
      ))}
      {guide.platforms.includes('iOS') && <Link to="/apple_id_share">{subscriptionTexts.appleId}</Link>}
      <Link to="/">{texts.back}</Link>
    </nav>
  </section>
);
