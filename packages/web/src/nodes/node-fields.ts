import { hasAddress, hasPort } from '@skyport/contract/nodes-rules';
import { type Choice, type FieldSpec } from '../ui/schema-form/field-spec.ts';
import { type NodeValues, presetsOfType } from './rules.ts';
import { nodeTexts as texts } from './texts.ts';
import { countryOfChoice } from './use-countries.ts';

const { ssh, exit, limits } = texts.folds;

const isV2ray = ({ type }: NodeValues): boolean => type === 'v2ray';

/** Note below several fields of which one is enough; none of them is marked as required. */
const addressNote = (node: NodeValues): string | false => !hasAddress(node) && texts.oneAddress;
const portNote = (node: NodeValues): string | false => !hasPort(node) && texts.onePort;

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
  { name: 'ip', note: addressNote },
  { name: 'host', note: addressNote },
  { name: 'ctrl_port' },
  { name: 'port', note: portNote },
  { name: 'public_port', note: portNote },
  { name: 'zz_port', note: portNote },
  { name: 'index' },
  { name: 'enabled' },
  { name: 'desc', wide: true },
  { name: 'ssh_port', fold: ssh },
  { name: 'ssh_username', fold: ssh },
  { name: 'ssh_password', fold: ssh, ...(keeps.password && { help: texts.passwordKept }) },
  { name: 'warp', fold: exit, when: isV2ray },
  { name: 'open_log', fold: exit, when: isV2ray },
  {
    name: 'warp_keys',
    fold: exit,
    when: (node) => isV2ray(node) && node.warp === true,
    wide: true,
    ...(keeps.warp && { help: texts.warpKept }),
  },
  { name: 'link_mbps', fold: limits },
  { name: 'panel_networks', fold: limits, wide: true },
];
