import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** How the operator hears of a proxy that TRUST_PROXY does not name. */
export interface ForwardedWatchDeps {
  /** Whether a peer is a trusted proxy. */
  readonly isProxy: (address: string) => boolean;
  /** The log: once, at the first such header of a peer that may be any client. Holds nothing of the header. */
  readonly onStranger: (detail: string) => void;
  /** Log and health: clients share an address. Perhaps more than once. */
  readonly warn: (detail: string) => void;
}

/** Headers in which proxies name their clients. Only the first is read. */
const NAMING = [
  'x-forwarded-for',
  'forwarded',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
] as const;

const UNKNOWN =
  'a proxy that TRUST_PROXY does not name forwards requests: all its clients share its address, and five refused payments of ' +
  'one lock out all; set TRUST_PROXY';
const STRANGER = 'somebody who is no trusted proxy names a client; if that is your proxy, set TRUST_PROXY';
const UNREAD =
  'a trusted proxy names its clients in another header than X-Forwarded-For: they share its address, and five refused payments ' +
  'of one lock out all; let it send X-Forwarded-For';

/** So many connections are looked at together; with most of them forwarded it is no single stranger who plays proxy. */
const CONNECTIONS_TOGETHER = 16;

/**
 * Notices at run time that clients share the address of a proxy. A peer of this machine or network that forwards is a proxy; one
 * of the Internet may be any client, which must not be able to raise an alarm alone.
 */
export class ForwardedWatch {
  private isOver = false;
  private isStrangerReported = false;
  private connections = 0;
  private forwarded = 0;

  constructor(private readonly deps: ForwardedWatchDeps) {}

  /** Called with the first request of each connection. */
  readonly look = (request: IncomingMessage): void => {
    if (this.isOver) return;
    const peer = request.socket.remoteAddress ?? '';
    const names = namingHeaders(request.rawHeaders);
    if (this.deps.isProxy(peer)) {
      if (names.size > 0 && !names.has('x-forwarded-for')) this.end(UNREAD);
    } else if (names.size > 0 && isNeighbour(peer)) {
      this.end(UNKNOWN);
    } else {
      this.count(names.size > 0);
    }
  };

  private count(isForwarded: boolean): void {
    if (isForwarded && !this.isStrangerReported) {
      this.isStrangerReported = true;
      this.deps.onStranger(STRANGER);
    }
    this.connections++;
    if (isForwarded) this.forwarded++;
    if (this.connections < CONNECTIONS_TOGETHER) return;
    if (this.forwarded > CONNECTIONS_TOGETHER / 2) this.end(UNKNOWN);
    this.connections = this.forwarded = 0;
  }

  /** The rest of the process need not be looked at: only a restart with another configuration mends it. */
  private end(detail: string): void {
    this.isOver = true;
    this.deps.warn(detail);
  }
}

function namingHeaders(rawHeaders: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase();
    if ((NAMING as readonly string[]).includes(name)) found.add(name);
  }
  return found;
}

/** Addresses of the same machine or network: RFC 1122, 1918, 3927, 4193, 4291 and 6598. */
const NEIGHBOURS = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  NEIGHBOURS.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  NEIGHBOURS.addSubnet(network, bits, 'ipv6');

function isNeighbour(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  const family = isIP(plain);
  return family !== 0 && NEIGHBOURS.check(plain, family === 6 ? 'ipv6' : 'ipv4');
}
