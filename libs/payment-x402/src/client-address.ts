/**
 * The key under which refusals of a client are counted: an IPv4 address as it is, an IPv6 address by its /64, which one
 * customer holds whole. IPv4 in IPv6 (`::ffff:0:0/96`, `64:ff9b::/96`) is IPv4, or all clients of a dual-stack listener
 * would share one key. Zone and port are dropped. Text that is no address is its own key.
 */
export function clientKey(address: string): string {
  const bare = withoutPort(address.trim()).replace(/%.*$/, '');
  const groups = ipv6Groups(bare);
  if (!groups) return bare.toLowerCase().slice(0, 64);
  const head = groups.slice(0, 6).join(':');
  if (head === '0:0:0:0:0:ffff' || head === '64:ff9b:0:0:0:0') return dottedQuad(groups);
  return `${groups.slice(0, 4).join(':')}::/64`;
}

function withoutPort(address: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(address);
  if (bracketed) return bracketed[1]!;
  return /^\d+\.\d+\.\d+\.\d+:\d+$/.test(address) ? address.slice(0, address.indexOf(':')) : address;
}

/** Eight groups in lower-case hex without leading zeros, or null. The URL parser is the one IPv6 parser at hand. */
function ipv6Groups(address: string): readonly string[] | null {
  if (!/^[0-9a-fA-F:.]+$/.test(address) || !address.includes(':') || !URL.canParse(`http://[${address}]/`)) return null;
  const [left = '', right] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const before = left ? left.split(':') : [];
  const after = right ? right.split(':') : [];
  return right === undefined
    ? before
    : [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}

function dottedQuad(groups: readonly string[]): string {
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
