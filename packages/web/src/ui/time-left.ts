import { commonTexts } from './common-texts.ts';

const SECOND_MS = 1000;
const SIXTY = 60;

/** Two units of time, without one of which there is none. */
const both = (large: string, small: string, hasSmall: boolean): string => (hasSmall ? `${large} ${small}` : large);

/** Time that is left, in ms above 0: hours and minutes, in the last hour minutes and seconds, at last seconds. */
export const timeLeft = (ms: number): string => {
  const seconds = Math.ceil(ms / SECOND_MS);
  const minutes = Math.floor(seconds / SIXTY);
  const { minutes: ofMinutes, seconds: ofSeconds, hours: ofHours } = commonTexts.time;
  if (minutes === 0) return ofSeconds(seconds);
  if (minutes < SIXTY) return both(ofMinutes(minutes), ofSeconds(seconds % SIXTY), seconds % SIXTY > 0);
  return both(ofHours(Math.floor(minutes / SIXTY)), ofMinutes(minutes % SIXTY), minutes % SIXTY > 0);
};
