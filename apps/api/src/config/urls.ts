import { isIP } from 'node:net';

/** https, or http on loopback; where no money moves, http anywhere. Never echoes the value: it may hold a key. */
export function checkUrl(name: string, text: string, faults: string[], real = true): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    faults.push(`${name} must be an absolute URL such as https://api.example.com`);
    return text;
  }
  const loopback = isLoopbackHost(url.hostname.replace(/^\[|\]$/g, ''));
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && (loopback || !real))) {
    faults.push(`${name} must be https (plain http only on loopback)`);
  }
  if (url.username || url.password) faults.push(`${name} must not hold credentials`);
  if (name !== 'RPC_URL' && (url.search || url.hash)) faults.push(`${name} must not have a query or fragment`);
  return text.replace(/\/+$/, '');
}

/** Host of a URL; empty when it is none. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}

/** Whether a host name or address is this machine. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
