import type { Sources } from './sources.ts';

/** A line that passes on what another file has. */
const PASSED_ON = /^export\s+(?:type\s+)?(?:\*|\{[^}]*\})(?:\s+as\s+\w+)?\s+from\s+'([^']*)'/gm;

/** Files that import a name only to export it again are found by the same words as a line that does both at once. */
export const forwarders = (sources: Sources): string[] =>
  [...sources].flatMap(([path, text]) =>
    /\/index\.tsx?$/.test(path)
      ? []
      : [...text.matchAll(PASSED_ON)].map(([, specifier]) => `${path} passes on what ${specifier!} has`),
  );
