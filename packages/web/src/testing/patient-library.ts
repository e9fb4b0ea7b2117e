import { configure, getConfig, prettyDOM } from '@testing-library/react';
import * as React from 'react';
import { PATIENCE_MS } from '../../../../testkit/patience.ts';

/*
 * Testing Library's patience. A module of its own: a worker that keeps its modules runs `setup.ts` once a file, and
 * must not wrap the library's functions again.
 */

const { asyncWrapper, getElementError } = getConfig();
let waits = 0;

// Windows and pages are fetched when they open, which takes longer than the library's second on a busy machine.
configure({
  asyncUtilTimeout: PATIENCE_MS,
  // A wait prints the page once, when it ends.
  getElementError: (message, container) => (waits > 0 ? new Error(message ?? '') : getElementError(message, container)),
  // The library reports the last failed look; the cause tells that time ran out.
  asyncWrapper: async (work) => {
    const begun = performance.now();
    waits += 1;
    try {
      return await asyncWrapper(work);
    } catch (fault) {
      const waited = performance.now() - begun;
      if (fault instanceof Error && waited >= PATIENCE_MS) {
        fault.cause ??= new Error(`waited ${waited / 1000} s in vain`);
        if (waits === 1) fault.message += `\n\n${prettyDOM(document.body)}`;
      }
      throw fault;
    } finally {
      waits -= 1;
    }
  },
});

// React's development build notes where each element was made: a seventh of the time, and no test reads it.
const internals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE') as object;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} });
