/** A word as the shell takes it unchanged. */
export const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
