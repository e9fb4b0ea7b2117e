import Negotiator from 'negotiator';

/** Whether an `Accept-Encoding` allows gzip (RFC 9110, section 12.5.3); `x-gzip` is the same (section 8.4.1.3). */
export const acceptsGzip = (acceptEncoding: string): boolean => {
  const headers = { 'accept-encoding': acceptEncoding.replaceAll('x-gzip', 'gzip') };
  return new Negotiator({ headers }).encodings(['gzip']).length > 0;
};
