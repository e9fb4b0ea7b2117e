/** One, in millionths: scales are stored as whole millionths, and multiplied and divided in them. */
export const PPM = 1_000_000;

/** A scale as it is stored: whole millionths. */
export const ppmOf = (scale: number): number => Math.round(scale * PPM);
