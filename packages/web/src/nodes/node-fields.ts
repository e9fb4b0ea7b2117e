import { type Choice, type FieldSpec } from '../ui/schema-form/field-spec.ts';
import { type NodeValues, presetsOfType } from './rules.ts';
import { nodeTexts as texts } from './texts.ts';
import { countryOfChoice } from './use-countries.ts';

const isV2ray = ({ type }: NodeValues): boolean => type === 'v2ray';

/** The fields of the node form. `keepsPassword`: an SSH password is stored already. */
export const nodeFields = (countries: readonly Choice[], keepsPassword: boolean): readonly FieldSpec<NodeValues>[] => [
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
  { name: 'ip' },
  { name: 'host' },
  { name: 'ctrl_port' },
  { name: 'port' },
  { name: 'public_port' },
  { name: 'zz_port' },
  { name: 'link_mbps' },
  { name: 'index' },
  { name: 'desc', wide: true },
  { name: 'warp', when: isV2ray },
  { name: 'open_log', when: isV2ray },
  { name: 'enabled', wide: true },
  { name: 'ssh_port' },
  { name: 'ssh_username' },
  { name: 'ssh_password', ...(keepsPassword && { help: texts.passwordKept }) },
];
