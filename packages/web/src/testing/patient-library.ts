import { configure, getConfig } from '@testing-library/react';
import { PATIENCE_MS } from '../../../../testkit/patience.ts';

/*
 * Testing Library's patience. A module of its own: a worker that keeps its modules runs `setup.ts` once a file, and
 * must not wrap the library's functions again.
 */

const { asyncWrapper } = getConfig();

// Windows and pages are fetched when they open, which takes longer than the library's second on a busy machine.
configure({
  asyncUtilTimeout: PATIENCE_MS,
  // The library reports the last failed look; the cause tells that time ran out.
  asyncWrapper: async (work) => {
    const begun = performance.now();
    try {
      return await asyncWrapper(work);
    } catch (fault) {
      const waited = performance.now() - begun;
      if (fault instanceof Error && waited >= PATIENCE_MS)
        fault.cause ??= new Error(`waited ${waited / 1000} s in vain`);
      throw fault;
    }
  },
});
