/** How the decoder ends when a picture is not taken; anything else but 0 is its death. */
export const EXITS = { broken: 10, tooManyPixels: 11 } as const;
