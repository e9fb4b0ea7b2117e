import type { Sources } from './sources.ts';

const TEST_OF_CONSOLE = /^packages\/web\/.*\.test\.tsx?$/;
const MOCKED = /\.mocked\.test\.tsx?$/;
const MOCKS = /\bvi\s*\.(?:mock|doMock)\(/;

/**
 * Tests of the console that mock modules and do not say so in their name, and the other way round. Only `*.mocked.test`
 * files run with modules of their own.
 */
export const misplacedMocks = (sources: Sources): string[] =>
  [...sources].flatMap(([path, text]) => {
    if (!TEST_OF_CONSOLE.test(path) || MOCKED.test(path) === MOCKS.test(text)) return [];
    return [MOCKED.test(path) ? `${path} mocks no module` : `${path} mocks a module`];
  });
