/** Whether a text has the form of an e-mail address; nothing is said of whether it receives any. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
