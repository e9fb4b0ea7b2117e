const text = (value: string): Buffer => Buffer.concat([Buffer.from([(2 << 5) | value.length]), Buffer.from(value)]);
const short = (value: number): Buffer => Buffer.from([(5 << 5) | 1, value]);

/**
 * A file of countries in which no address is found. The old Clash fetches one before it reads its document, unless one
 * lies there; our documents ask for none. Format: MaxMind DB 2.0.
 */
export const countryFile = (): Buffer => {
  const pairs: readonly (readonly [string, Buffer])[] = [
    ['database_type', text('GeoLite2-Country')],
    ['binary_format_major_version', short(2)],
    ['ip_version', short(4)],
    ['node_count', short(1)],
    ['record_size', short(24)],
  ];
  const noneFound = Buffer.from([0, 0, 1, 0, 0, 1]);
  const metadata = [Buffer.from([(7 << 5) | pairs.length]), ...pairs.flatMap(([key, value]) => [text(key), value])];
  const marker = Buffer.from('\u00ab\u00cd\u00efMaxMind.com', 'latin1');
  return Buffer.concat([noneFound, Buffer.alloc(16), marker, ...metadata]);
};
