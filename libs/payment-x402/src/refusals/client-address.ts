/** The keys under which refusals of one client are counted. */
export interface ClientKeys {
  /** An IPv4 address as it is; an IPv6 address by its /64, which one customer holds whole. */
  readonly own: string;
  /** The /48 of an IPv6 address, of which one customer may hold 65,536 networks; null for the others. */
  readonly site: string | null;
}

/**
 * Both keys of a client's address. IPv4 in IPv6 (`::ffff:0:0/96` of RFC 4291, `64:ff9b::/96` of RFC 6052) is IPv4, or all
 * clients of a dual-stack listener would share one key. Zone and port are dropped. Text that is no address is its own key.
 */
export function clientKeys(address: string): ClientKeys {
  const known = keysBefore.get(address);
  if (known) return known;
  const keys = readKeys(address);
  // Texts of others are not kept where they are long, nor what they were cut out of.
  if (address.length > TEXT_CHARS_MAX) return keys;
  if (keysBefore.size >= KNOWN_MAX) keysBefore.clear();
  keysBefore.set(ownCopy(address), keys);
  return keys;
}

/** Several limits ask for the keys of the same request. */
const keysBefore = new Map<string, ClientKeys>();
const KNOWN_MAX = 1_000;

function readKeys(address: string): ClientKeys {
  const bare = withoutZone(withoutPort(address.trim()));
  const groups = ipv6Groups(bare);
  if (!groups) return { own: ownCopy(bare.toLowerCase().slice(0, TEXT_CHARS_MAX)), site: null };
  if (isIpv4Inside(groups)) return { own: dottedQuad(groups), site: null };
  const [first, second, third, fourth] = groups.map((group) => group.toString(16));
  const site = [first, second, third, '', '/48'].join(':');
  return { own: [first, second, third, fourth, '', '/64'].join(':'), site };
}

/** The key under which a client's refusals are counted first. */
export function clientKey(address: string): string {
  return clientKeys(address).own;
}

/** A wider key for either form: the /24 of an IPv4 address, the /48 of a /64; all other texts share one. */
export function widerClientKey(key: string): string {
  if (key.endsWith('::/64')) return `${key.slice(0, key.lastIndexOf(':', key.length - 6))}::/48`;
  return IPV4.test(key) ? `${key.slice(0, key.lastIndexOf('.'))}.0/24` : 'text';
}

const TEXT_CHARS_MAX = 64;

/**
 * The text in memory of its own. V8 keeps a piece of a text as a reference into the whole, so that each key cut out of a
 * forwarded header of 64 kB would keep the header. What `join` makes, as above, is no piece of anything.
 */
function ownCopy(text: string): string {
  return text.split('').join('');
}

const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

function withoutPort(address: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(address);
  if (bracketed) return bracketed[1]!;
  return /^\d+\.\d+\.\d+\.\d+:\d+$/.test(address) ? address.slice(0, address.indexOf(':')) : address;
}

function withoutZone(address: string): string {
  const at = address.indexOf('%');
  return at < 0 ? address : address.slice(0, at);
}

/** Inside an IPv6 address no number of the quad has leading zeros. */
const QUAD = /^(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}$/;
const HEX_GROUP = /^[0-9a-f]{1,4}$/i;
/** A key of our own making is its own key. */
const PREFIX = /\/64$/;

/** The eight groups of an IPv6 address in text form (RFC 4291 section 2.2), or null. */
function ipv6Groups(address: string): readonly number[] | null {
  if (!address.includes(':')) return null;
  const halves = address.replace(PREFIX, '').split('::');
  if (halves.length > 2) return null;
  if (halves.length === 2 && halves[0]!.includes('.')) return null;
  const [before, after] = halves.map((half) => (half === '' ? [] : half.split(':').flatMap(groupsOf)));
  const given = before!.length + (after?.length ?? 0);
  if (after === undefined ? given !== 8 : given > 7) return null;
  const groups = [...before!, ...Array<number>(8 - given).fill(0), ...(after ?? [])];
  return groups.every((group) => group >= 0) ? groups : null;
}

/** One group, or the two of a dotted quad, which stands last; -1 marks what is neither. */
function groupsOf(part: string, index: number, parts: readonly string[]): readonly number[] {
  if (HEX_GROUP.test(part)) return [Number.parseInt(part, 16)];
  if (index !== parts.length - 1 || !QUAD.test(part)) return [-1];
  const [a, b, c, d] = part.split('.').map(Number) as [number, number, number, number];
  return Math.max(a, b, c, d) > 255 ? [-1] : [a * 256 + b, c * 256 + d];
}

function isIpv4Inside(groups: readonly number[]): boolean {
  const [a, b, c, d, e, f] = groups;
  const isMapped = a === 0 && b === 0 && f === 0xffff;
  const isTranslated = a === 0x64 && b === 0xff9b && f === 0;
  return c === 0 && d === 0 && e === 0 && (isMapped || isTranslated);
}

function dottedQuad(groups: readonly number[]): string {
  const [high = 0, low = 0] = groups.slice(6);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
