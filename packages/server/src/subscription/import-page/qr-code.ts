import { create } from 'qrcode';

/** Rows of free space around a code, which cameras need. */
const MARGIN = 2;

/** One row of dark modules as steps of an SVG path. */
const rowPath = (row: Uint8Array, y: number): string => {
  let path = '';
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue;
    const from = x;
    while (row[x + 1]) x++;
    path += `M${from + MARGIN} ${y + MARGIN}h${x - from + 1}v1h-${x - from + 1}z`;
  }
  return path;
};

/** The QR code of a text as SVG, black on white, so that every camera reads it. `label` must be safe in HTML. */
export const qrCode = (text: string, label: string): string => {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const rows = Array.from({ length: size }, (_, y) => rowPath(data.subarray(y * size, (y + 1) * size), y));
  const side = size + 2 * MARGIN;
  return (
    `<svg role="img" aria-label="${label}" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${rows.join('')}"/></svg>`
  );
};
