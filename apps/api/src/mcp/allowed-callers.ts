import { isIP } from 'node:net';

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether a request may have been made by a page of another origin in a reader's browser, whose name was made to lead here (DNS
 * rebinding). A page is known by a name, so that an address as Host is not rebound; programs send no Origin.
 * @param baseUrl the configured one, whose host may be called and whose pages may call
 */
export function isForeign(
  { host, origin }: { readonly host?: string | undefined; readonly origin?: string | undefined },
  baseUrl: string,
): boolean {
  const own = new URL(baseUrl);
  const hostname = hostnameOf(`http://${host ?? ''}`);
  if (hostname === undefined || !(isLoopback(hostname) || isAddress(hostname) || hostname === own.hostname))
    return true;
  if (origin === undefined) return false;
  const caller = hostnameOf(origin);
  return caller === undefined || !(isLoopback(caller) || origin === own.origin);
}

function hostnameOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

function isLoopback(hostname: string): boolean {
  return LOOPBACK.has(hostname);
}

function isAddress(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}
