import { hasAddress, hasPort } from '@skyport/contract/nodes-rules';
import { type Choice, type FieldSpec } from '../ui/schema-form/field-spec.ts';
import { type NodeValues, presetsOfType } from './rules.ts';
import { nodeTexts as texts } from './texts.ts';
import { countryOfChoice } from './use-countries.ts';

const isV2ray = ({ type }: NodeValues): boolean => type === 'v2ray';

const hasNoPort = (node: NodeValues): boolean => !hasPort(node);

/** What stands below several fields that are marked, while one of them is enough. */
const addressNote = (node: NodeValues): string | false => !hasAddress(node) && texts.oneAddress;
const portNote = (node: NodeValues): string | false => hasNoPort(node) && texts.onePort;

/** What is stored of a node that its form does not show. */
export interface KeptSecrets {
  readonly password: boolean;
  readonly warp: boolean;
}

/** The fields of the node form. */
export const nodeFields = (countries: readonly Choice[], keeps: KeptSecrets): readonly FieldSpec<NodeValues>[] => [
  { name: 'name' },
  {
    name: 'country',
    as: 'search',
    choices: countries,
    none: texts.noCountry,
    show: (country) => country.flag,
    take: (flag) => countryOfChoice(countries, flag),
  },
  { name: 'type', effect: presetsOfType },
  { name: 'serverType' },
  { name: 'ip', required: ({ host }) => !hasAddress({ host }), note: addressNote },
  { name: 'host', required: ({ ip }) => !hasAddress({ ip }), note: addressNote },
  { name: 'ctrl_port' },
  { name: 'port', required: hasNoPort, note: portNote },
  { name: 'public_port', required: hasNoPort, note: portNote },
  { name: 'zz_port', required: hasNoPort, note: portNote },
  { name: 'link_mbps' },
  { name: 'index' },
  { name: 'desc', wide: true },
  { name: 'warp', when: isV2ray },
  {
    name: 'warp_keys',
    when: (node) => isV2ray(node) && node.warp === true,
    wide: true,
    ...(keeps.warp && { help: texts.warpKept }),
  },
  { name: 'open_log', when: isV2ray },
  { name: 'enabled', wide: true },
  { name: 'panel_networks', wide: true },
  { name: 'ssh_port' },
  { name: 'ssh_username' },
  { name: 'ssh_password', ...(keeps.password && { help: texts.passwordKept }) },
];
