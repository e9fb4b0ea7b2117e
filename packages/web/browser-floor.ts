/**
 * The oldest browsers that the console runs in: what Mantine supports. Chromium also stands for the browsers of
 * Android makers and chat apps, Safari for every browser on an iPhone (ADR 0063).
 */
export const browserFloor = { chrome: '108', safari: '15.4' } as const;

/** The floor as targets of the build. */
export const buildTarget: string[] = Object.entries(browserFloor).map(([name, version]) => `${name}${version}`);
