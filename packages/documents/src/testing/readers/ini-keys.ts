/** Languages of profiles in sections: they look alike and differ in what they know. */
export type IniDialect = 'surge' | 'surfboard' | 'loon';

/** What a dialect documents. Everything else is refused, because clients drop it or refuse the profile. */
export interface IniGrammar {
  /** Whether line 1 must be `#!MANAGED-CONFIG`, and the least interval in seconds. */
  readonly managed: { readonly leastInterval: number } | null;
  /** Marks that begin a comment after white space, beside those at the start of a line. */
  readonly trailing: RegExp | null;
  /** Beginnings that a name cannot have: comments, sections, quotes. */
  readonly badStart: RegExp;
  readonly sections: readonly string[];
  readonly general: ReadonlySet<string>;
  readonly groupTypes: readonly string[];
  readonly groupKeys: ReadonlySet<string>;
  readonly rules: readonly string[];
  /** Options that may follow a rule's policy. */
  readonly ruleOptions: readonly string[];
  /** Policies that need no definition. */
  readonly builtins: readonly string[];
}

const splitWords = (text: string): string[] => text.trim().split(/\s+/);
const set = (text: string): ReadonlySet<string> => new Set(splitWords(text));

const SURGE_RULES = `DOMAIN DOMAIN-SUFFIX DOMAIN-KEYWORD DOMAIN-WILDCARD DOMAIN-SET IP-CIDR IP-CIDR6 GEOIP IP-ASN
  PROCESS-NAME USER-AGENT URL-REGEX SUBNET DEST-PORT SRC-PORT SRC-IP IN-PORT PROTOCOL RULE-SET FINAL`;

/** Surge: manual.nssurge.com, pages "The [General] Section", "Policy Groups", "Rules" and "Managed Profile". */
const surge: IniGrammar = {
  managed: { leastInterval: 1 },
  trailing: /\s\/\//,
  badStart: /^(?:[[#;]|\/\/)/,
  sections: ['General', 'Proxy', 'Proxy Group', 'Host', 'Rule'],
  general: set(`loglevel ipv6 ipv6-vif dns-server encrypted-dns-server encrypted-dns-follow-outbound-mode hijack-dns
    skip-proxy exclude-simple-hostnames proxy-test-url internet-test-url proxy-test-udp test-timeout allow-wifi-access
    wifi-assist http-listen socks5-listen always-real-ip udp-policy-not-supported-behaviour udp-priority
    use-local-host-item-for-proxy read-etc-hosts geoip-maxmind-url show-error-page-for-reject tun-excluded-routes
    tun-included-routes include-all-networks include-local-networks include-apns block-quic force-http-engine-hosts`),
  groupTypes: splitWords('select url-test fallback load-balance smart subnet'),
  groupKeys: set(`url interval tolerance timeout evaluate-before-use hidden no-alert icon-url persistent
    include-all-proxies include-other-group policy-path policy-regex-filter update-interval`),
  rules: splitWords(SURGE_RULES),
  ruleOptions: splitWords('no-resolve extended-matching pre-matching dns-failed'),
  builtins: splitWords(
    'DIRECT REJECT REJECT-DROP REJECT-NO-DROP REJECT-TINYGIF CELLULAR CELLULAR-ONLY HYBRID NO-HYBRID',
  ),
};

/** Surfboard: the "Profile Syntax Reference" of its manual, which says that nothing else is supported. */
const surfboard: IniGrammar = {
  managed: { leastInterval: 900 },
  trailing: /\s(?:#|;|\/\/)/,
  // It takes single quotes around values, too.
  badStart: /^(?:[['#;]|\/\/)/,
  sections: ['General', 'Proxy', 'Proxy Group', 'Host', 'Rule'],
  general: set(`ipv6 dns-server doh-server http-listen socks5-listen skip-proxy proxy-test-url internet-test-url
    test-timeout always-real-ip udp-policy-not-supported-behaviour`),
  groupTypes: splitWords('select url-test smart fallback load-balance subnet ssid'),
  groupKeys: set(`url interval tolerance timeout persistent policy-path policy-regex-filter update-interval hidden
    no-alert include-all-proxies include-other-group`),
  rules: splitWords(SURGE_RULES).filter((type) => !['IP-ASN', 'URL-REGEX', 'SRC-PORT'].includes(type)),
  ruleOptions: splitWords('no-resolve force-remote-dns enhanced-mode'),
  builtins: splitWords('DIRECT REJECT REJECT-TINYGIF REJECT-DROP REJECT-NO-DROP'),
};

/** Loon: its manual's pages on nodes, groups, rules and general settings, and its example profile. */
const loon: IniGrammar = {
  managed: null,
  trailing: null,
  badStart: /^(?:[[#;]|\/\/)/,
  sections: ['General', 'Proxy', 'Proxy Group', 'Rule', 'Remote Rule'],
  general: set(`bypass-tun skip-proxy dns-server doh-server doq-server doh3-server ipv6 ip-mode ipv6-vif
    allow-wifi-access wifi-access-http-port wifi-access-socks5-port proxy-test-url internet-test-url test-timeout
    switch-node-after-failure-times resource-parser ssid-trigger real-ip interface-mode force-http-engine-hosts
    disable-udp-ports disable-stun geoip-url ipasn-url sni-sniffing udp-fallback-mode domain-reject-mode dns-reject-mode
    hijack-dns allow-udp-proxy`),
  groupTypes: splitWords('select url-test fallback load-balance ssid'),
  groupKeys: set('url interval tolerance max-timeout algorithm img-url'),
  rules: splitWords(`DOMAIN DOMAIN-SUFFIX DOMAIN-KEYWORD IP-CIDR IP-CIDR6 GEOIP IP-ASN USER-AGENT URL-REGEX DEST-PORT
    SRC-PORT PROTOCOL FINAL`),
  ruleOptions: splitWords('no-resolve'),
  builtins: splitWords('DIRECT REJECT REJECT-DROP REJECT-IMG REJECT-DICT REJECT-ARRAY'),
};

/** The grammar of each dialect. */
export const grammars: Readonly<Record<IniDialect, IniGrammar>> = { surge, surfboard, loon };

const TLS = 'skip-cert-verify sni server-cert-fingerprint-sha256';

/** Keys of a proxy line after the positional fields, by protocol, in Surge. */
const surgeKeys = {
  ss: `encrypt-method password udp-relay udp-port obfs obfs-host obfs-uri`,
  vmess: `username encrypt-method vmess-aead tls ws ws-path ws-headers ${TLS} server-cert-verify-name alpn`,
  hysteria2: `password download-bandwidth port-hopping port-hopping-interval salamander-password gecko-password
    ${TLS} server-cert-verify-name alpn`,
} as const;
const SURGE_COMMON = `interface allow-other-interface tfo tos ip-version no-error-alert underlying-proxy test-url
  test-udp test-timeout block-quic ecn hybrid`;

const surfboardKeys = {
  ss: 'encrypt-method password obfs obfs-host obfs-uri',
  vmess: `username tls ws ws-path ws-headers vmess-aead encrypt-method ${TLS}`,
  hysteria2: `password download-bandwidth port-hopping port-hopping-interval salamander-password ${TLS}`,
} as const;
const SURFBOARD_COMMON = 'udp-relay underlying-proxy block-quic';

const LOON_TLS = 'over-tls sni tls-name skip-cert-verify tls-profile tls-cert-sha256 tls-pubkey-sha256 alpn';
const LOON_COMMON = 'fast-open udp block-quic ip-mode server-dns';
const loonKeys = {
  shadowsocks: 'obfs-name obfs-host obfs-uri udp-port udp-over-tcp',
  vmess: `transport alterId path host ${LOON_TLS}`,
  vless: `transport path host flow public-key short-id ${LOON_TLS}`,
  hysteria2: `salamander-password server-ports hop-interval download-bandwidth ${LOON_TLS}`,
} as const;

const merged = (keys: Readonly<Record<string, string>>, common: string): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(Object.entries(keys).map(([type, own]) => [type, set(`${own} ${common}`)]));

/** Documented keys of a proxy line by its type, lower case; a type that is not there cannot be written. */
export const lineKeys: Readonly<Record<IniDialect, ReadonlyMap<string, ReadonlySet<string>>>> = {
  surge: merged(surgeKeys, SURGE_COMMON),
  surfboard: merged(surfboardKeys, SURFBOARD_COMMON),
  loon: merged(loonKeys, LOON_COMMON),
};
