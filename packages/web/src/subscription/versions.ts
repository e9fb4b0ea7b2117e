/** Versions of the clients as guides and the getting-started panel show them; nothing else names a version. */
export const versions = {
  flclash: '0.8.59',
  clashWindows: '0.20.39',
  clashAndroid: '2.1.5',
  clashMac: '1.40.0',
  v2rayNG: '1.6.20',
  /** The version from which v2rayNG speaks every protocol of ours. */
  v2rayNGRecommended: '1.9.5',
  clashMeta: '2.10.4',
  /** The oldest v2rayN that works. */
  v2rayNLeast: '7.0.0',
  /** The oldest Android that sing-box runs on. */
  androidLeast: '7.0',
} as const;

/** Minutes after which a client should read its subscription again. */
export const UPDATE_MINUTES = 1440;
