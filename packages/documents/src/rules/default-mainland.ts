import type { RuleList } from '@skyport/contract/rules';
import { list, splitWords } from './make-list.ts';
import { mainlandCompanies } from './mainland-companies.ts';
import { mainlandNetworks } from './mainland-networks.ts';
import { mainlandSites } from './mainland-sites.ts';
import { MAINLAND_LIST } from './plan.ts';

/** Everything below `.cn`, and the mainland's domains in Chinese script: 中国, 中國, 公司, 网络, 网址, 商城. */
const DOMAINS = 'cn xn--fiqs8s xn--fiqz9s xn--55qx5d xn--io0a7i xn--ses554g xn--czru2d';

/** Networks of Alibaba and Tencent on the mainland that are registered by their companies abroad. */
const CLOUD_NETWORKS = splitWords('8.130.0.0/15 8.132.0.0/14 8.136.0.0/14 8.140.0.0/16 119.29.0.0/16');

/** Allocations of telephone companies, universities and clouds. */
const NETWORKS_6 = splitWords(`
  2001:da8::/32 2400:3200::/32 2400:da00::/32 2402:4e00::/32 2408:4000::/22 2408:8000::/20 2409:8000::/20 240e::/20
`);

/** The mainland: our own names, and networks from public registries. */
export const mainland: RuleList = list({
  id: MAINLAND_LIST,
  zh: '国内网站',
  target: 'cn',
  suffixes: [...new Set([...splitWords(DOMAINS), ...mainlandCompanies, ...mainlandSites])],
  networks: [...mainlandNetworks, ...CLOUD_NETWORKS, ...NETWORKS_6],
});
