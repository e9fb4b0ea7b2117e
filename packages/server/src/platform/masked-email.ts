/** An e-mail address of which only its owner recognises the rest: the first letter and the domain. */
export const maskedEmail = (email: string): string => email.replace(/^(.).*@/u, '$1***@');
