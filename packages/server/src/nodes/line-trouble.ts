import type { LineSource, Viewer } from '@skyport/documents/model';
import { lineProblem } from '@skyport/documents/resolve';

/** The switches of an account that change which address a line has. */
export type AddressSwitches = Pick<Viewer, 'id' | 'inForeign' | 'inXinjiang'>;

/** A customer who may use every line. */
const viewerWith = (switches: AddressSwitches): Viewer => ({
  permissions: new Set(),
  normalPermission: true,
  isAgencyUser: false,
  useEnglishNode: false,
  ...switches,
});

const viewers: readonly AddressSwitches[] = [false, true].flatMap((inForeign) =>
  [false, true].map((inXinjiang) => ({ id: '', inForeign, inXinjiang })),
);

const sentences: Readonly<Record<string, string>> = {
  'no address': '没有地址：请填写线路或节点的 IP 或域名',
  'bad address': '地址无效：请检查线路、节点或入口的 IP 和域名',
  'bad port': '端口无效：请检查节点的端口',
  'bad host name': '域名无效：请检查线路或节点的域名',
  'TLS without a host name': '使用 CDN 时需要节点或线路的域名',
  'bad server name': '证书或 REALITY 的域名无效',
};

/** Why a line that an account may use cannot be in its document, as a sentence for staff; undefined when it can. */
export const lineTroubleFor = (source: LineSource, switches: AddressSwitches): string | undefined => {
  const problem = lineProblem(source, viewerWith(switches));
  return problem === null ? undefined : (sentences[problem] ?? '密钥已损坏，请删除后重新添加');
};

/**
 * Why a line can be in nobody's document, as a sentence for the operator; undefined when it can be in some. Permissions
 * and what is left to charge are a matter of accounts and not asked here.
 */
export const lineTrouble = (source: LineSource): string | undefined => {
  const { line, node, entry } = source;
  const hidden = (why: string): string => `不会出现在任何订阅中：${why}`;
  if (!node.enabled) return hidden('节点已停用或尚未接入');
  if (line.bridge === 'report' && !entry?.visible) return hidden('入口不可见');
  const troubles = viewers.map((switches) => lineTroubleFor(source, switches));
  const [first] = troubles;
  return first === undefined || troubles.includes(undefined) ? undefined : hidden(first);
};
