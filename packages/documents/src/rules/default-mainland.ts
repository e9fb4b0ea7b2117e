import type { RuleList } from '@skyport/contract/rules';
import { list, splitWords } from './make-list.ts';
import { mainlandCompanies } from './mainland-companies.ts';
import { mainlandNetworks } from './mainland-networks.ts';
import { mainlandSites } from './mainland-sites.ts';
import { MAINLAND_LIST } from './plan.ts';

/** Everything below `.cn`, and the mainland's domains in Chinese script: 中国, 中國, 公司, 网络, 网址, 商城. */
const DOMAINS = 'cn xn--fiqs8s xn--fiqz9s xn--55qx5d xn--io0a7i xn--ses554g xn--czru2d';

/** The mainland: names and networks, from what is known of them and no list of anybody's. */
export const mainland: RuleList = list({
  id: MAINLAND_LIST,
  zh: '国内网站',
  target: 'cn',
  suffixes: [...new Set([...splitWords(DOMAINS), ...mainlandCompanies, ...mainlandSites])],
  networks: [...mainlandNetworks],
});
