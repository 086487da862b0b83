import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** The address of a client, trusting forwarded headers only from configured proxies. */
export type ClientAddress = (request: IncomingMessage) => string;

/**
 * @param trust number of proxies in front, or the CIDRs of trusted ones; 0 reads the socket alone
 */
export function clientAddress(trust: number | readonly string[]): ClientAddress {
  const trusted = typeof trust === 'number' ? undefined : toBlockList(trust);
  return (request) => {
    const socket = request.socket.remoteAddress ?? '0.0.0.0';
    if (trust === 0) return socket;
    const chain = [...forwarded(request), socket];
    if (typeof trust === 'number') return chain[Math.max(0, chain.length - 1 - trust)]!;
    let at = chain.length - 1;
    while (at > 0 && isTrusted(trusted!, chain[at]!)) at--;
    return chain[at]!;
  };
}

/**
 * Whether the peer of a connection is a trusted proxy. Where only their number is known, every peer may be one.
 * @param trust as above
 */
export function trustedPeer(trust: number | readonly string[]): (address: string) => boolean {
  if (typeof trust === 'number') return () => trust > 0;
  const trusted = toBlockList(trust);
  return (address) => isIP(address) !== 0 && isTrusted(trusted, address);
}

/** Addresses of X-Forwarded-For, nearest last; stops reading at the first that is no address. */
function forwarded(request: IncomingMessage): string[] {
  const header = request.headers['x-forwarded-for'];
  const listed = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((part) => part.trim());
  const readable: string[] = [];
  for (const address of listed.reverse()) {
    if (isIP(address) === 0) break;
    readable.unshift(address);
  }
  return readable;
}

function toBlockList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  return list;
}

function isTrusted(list: BlockList, address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}
