/** A text as a pattern that finds it anywhere, with the pattern's own signs taken literally (escape character `\`). */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
