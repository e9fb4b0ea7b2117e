import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSession } from '../session.ts';
import SecondStepSection from './section.tsx';
import { texts } from './texts.ts';

/** Where staff are led who have to set up a second step before they may do anything else. */
export default function SecondStepPage(): ReactNode {
  const { user } = useSession();
  const waiting = user?.second_step_required === true;
  return (
    <div className="sp-narrow sp-stack">
      <SecondStepSection
        level={1}
        {...(waiting && { title: texts.required.title, hint: texts.required.hint + texts.off.hint })}
      />
      {user && !waiting && (
        <div>
          <Button component={Link} to="/" variant="default">
            {texts.required.enter}
          </Button>
        </div>
      )}
    </div>
  );
}
