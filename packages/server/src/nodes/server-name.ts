import type { Deps } from '../platform/deps.ts';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

const HOSTS = words('www cdn static img media assets files edge video app api data');
const FIRST = words(`
  amber birch bright cedar clear cobalt copper coral crystal delta dune ember fern forest frost golden granite harbor
  hazel indigo iron ivory juniper lake lunar maple meadow mint north ocean olive opal pearl pine prairie quartz rapid
  river ruby sage silver slate solar spruce stone summit sunny teal terra timber upland velvet violet west willow
`);
const SECOND = words(`
  arts atlas bay books bridge brook camp craft creek dale design dock farm field forge garden gate goods grove hill
  home house kitchen lab lane leaf light market mill motion park path photo point port print ridge road school shop
  sound spring square station store street studio supply tools trail travel valley view village watch wave works yard
`);
const ENDINGS = words('com com com net net org');

/**
 * A host name as anybody's could be: for the certificate of a line that has none, so that neither lines nor
 * installations can be told by what a watcher reads of a handshake. It need not exist: clients know the line's
 * certificate by its pin, and dial its address.
 */
export const inventedServerName = ({ random }: Pick<Deps, 'random'>): string => {
  const pick = (from: readonly string[]): string => from[random.bytes(2).readUInt16BE() % from.length] ?? '';
  return `${pick(HOSTS)}.${pick(FIRST)}${pick(SECOND)}.${pick(ENDINGS)}`;
};
