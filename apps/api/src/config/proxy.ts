import { isIP } from 'node:net';

/** What TRUST_PROXY is read together with. */
export interface ProxySurroundings {
  /** PUBLIC_BASE_URL; undefined when it is not set. */
  readonly publicBaseUrl: string | undefined;
}

const LOCKED_OUT = 'all clients would share the address of the proxy, and five refused payments of one lock out all';

/**
 * Reads TRUST_PROXY: the number of proxies in front, or the ranges of those that may name a client. This process speaks plain
 * HTTP, so that where callers use https something stands in front of it, and must be known.
 */
export function readTrustProxy(
  text: string | undefined,
  { publicBaseUrl }: ProxySurroundings,
  faults: string[],
  warnings: string[],
): number | readonly string[] {
  const isProxied = /^https:/i.test(publicBaseUrl ?? '');
  if (text === undefined) {
    if (isProxied)
      faults.push(
        `TRUST_PROXY must be set when PUBLIC_BASE_URL is https: ${LOCKED_OUT}. Say how many proxies stand in front ` +
          '(TRUST_PROXY=1), or which (a comma list of CIDRs); TRUST_PROXY=0 says that what stands there names no clients',
      );
    return 0;
  }
  if (/^\d{1,2}$/.test(text)) {
    if (isProxied && Number(text) === 0)
      warnings.push(`TRUST_PROXY is 0 and PUBLIC_BASE_URL is https: if a proxy ends TLS, ${LOCKED_OUT}`);
    return Number(text);
  }
  const ranges = text.split(',').map((range) => range.trim());
  const readable = ranges.every((range) => {
    const [address = '', bits, ...rest] = range.split('/');
    const family = isIP(address);
    return (
      family > 0 &&
      rest.length === 0 &&
      (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)))
    );
  });
  if (!readable) faults.push('TRUST_PROXY must be a number of hops or a comma list of CIDRs (never "true")');
  return ranges;
}
