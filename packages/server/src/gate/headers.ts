/**
 * Headers of pages and whatever else lies outside of `/api`. Styles may be inline because the UI library sets them;
 * scripts never are.
 */
export const securityHeaders = {
  'content-security-policy':
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
    "connect-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'x-frame-options': 'DENY',
} as const;

/** Headers of subscription documents: no page, so nothing in them may run, be framed or be taken for something else. */
export const documentSecurityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;

/** Headers of whatever else `/api` answers: no page either, and nothing that another site may take in. */
export const answerSecurityHeaders = {
  ...documentSecurityHeaders,
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Sent in addition where the product is reached by HTTPS. */
export const strictTransport = 'max-age=31536000; includeSubDomains';
