import type { RuleSet, RulesState } from '@skyport/contract/rules';

const none = { suffixes: [], domains: [], keywords: [], networks: [] };

/** A small rule set for tests. */
export const rules: RuleSet = {
  main: 'select',
  final: 'final',
  groups: [
    {
      id: 'select',
      zh: '节点选择',
      en: 'Select',
      type: 'select',
      members: [{ group: 'auto' }, { builtin: 'direct' }, { lines: 'all' }],
    },
    { id: 'auto', zh: '自动选择', en: 'Auto', type: 'url-test', members: [{ lines: 'outward' }] },
    {
      id: 'media',
      zh: '国外媒体',
      en: 'Streaming',
      type: 'select',
      members: [{ group: 'select' }, { countries: ['JP', 'SG'] }, { notCountries: ['CN'] }],
    },
    {
      id: 'final',
      zh: '漏网之鱼',
      en: 'Others',
      type: 'select',
      members: [{ group: 'select' }, { builtin: 'direct' }],
    },
  ],
  lists: [
    { ...none, id: 'media', zh: '流媒体', target: 'media', suffixes: ['netflix.com'], domains: ['www.youtube.com'] },
    { ...none, id: 'cn', zh: '国内网站', target: 'direct', suffixes: ['cn', 'qq.com'], networks: ['10.0.0.0/8'] },
  ],
};

/** What the server says of it. */
export const state: RulesState = {
  version: 2,
  isDefault: false,
  rules,
  ownHosts: ['sub.example.com'],
  history: [
    {
      version: 2,
      at: '2026-11-20T08:00:00.000Z',
      by: 'admin@example.com',
      isDefault: false,
      groups: 4,
      lists: 2,
      entries: 5,
    },
    { version: 1, at: '2026-11-19T08:00:00.000Z', by: '', isDefault: true, groups: 22, lists: 11, entries: 300 },
  ],
};
