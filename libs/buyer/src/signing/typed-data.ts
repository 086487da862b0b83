import { keccak_256 } from '@noble/hashes/sha3';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils';

/** EIP-712 data; the types without `EIP712Domain`, which follows from the members of `domain`. */
export interface TypedData {
  readonly domain: object;
  readonly types: Types;
  readonly primaryType: string;
  readonly message: object;
}

type Types = Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>;

/** Members of a domain in the order of EIP-712, section "Definition of domainSeparator". */
const DOMAIN_MEMBERS = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
];

/**
 * The digest that a key signs: keccak256(0x1901 ‖ domainSeparator ‖ hashStruct(message)) (EIP-712).
 * @throws RangeError for a value that does not fit its type; the message names the type, not the value
 */
export function typedDataDigest({ domain, types, primaryType, message }: TypedData): Uint8Array {
  const EIP712Domain = DOMAIN_MEMBERS.filter(({ name }) => (domain as Values)[name] !== undefined);
  const separator = hashStruct({ EIP712Domain }, 'EIP712Domain', domain);
  return keccak_256(concatBytes(Uint8Array.of(0x19, 0x01), separator, hashStruct(types, primaryType, message)));
}

type Values = Readonly<Record<string, unknown>>;

function hashStruct(types: Types, name: string, value: object): Uint8Array {
  const typeHash = keccak_256(utf8ToBytes(encodeType(types, name)));
  const members = membersOf(types, name).map((member) =>
    encodeValue(types, member.type, (value as Values)[member.name]),
  );
  return keccak_256(concatBytes(typeHash, ...members));
}

/** `Mail(Person from,string contents)Person(string name)`: the type, then those that it refers to, by name. */
function encodeType(types: Types, name: string): string {
  const [first, ...others] = [name, ...[...referredTo(types, name, new Set())].filter((one) => one !== name).sort()];
  return [first!, ...others]
    .map(
      (one) =>
        `${one}(${membersOf(types, one)
          .map((member) => `${member.type} ${member.name}`)
          .join(',')})`,
    )
    .join('');
}

function referredTo(types: Types, name: string, found: Set<string>): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const { type } of membersOf(types, name)) {
    const base = type.replace(/(\[\d*\])+$/, '');
    if (Object.hasOwn(types, base)) referredTo(types, base, found);
  }
  return found;
}

function membersOf(types: Types, name: string): Types[string] {
  const members = Object.hasOwn(types, name) ? types[name] : undefined;
  if (!members) throw new RangeError(`there is no type ${name}`);
  return members;
}

function encodeValue(types: Types, type: string, value: unknown): Uint8Array {
  const array = /^(.+)\[(\d*)\]$/.exec(type);
  if (array) return encodeArray(types, array[1]!, array[2]!, value);
  if (Object.hasOwn(types, type) && typeof value === 'object' && value !== null) return hashStruct(types, type, value);
  if (type === 'string' && typeof value === 'string') return keccak_256(utf8ToBytes(value));
  if (type === 'bool' && typeof value === 'boolean') return word(value ? 1n : 0n);
  if (type === 'bytes') return keccak_256(bytesOf(type, value));
  if (type === 'address') return padded(bytesOf(type, value, 20), 'start');
  const [, kind, size] = /^(u?int|bytes)(\d*)$/.exec(type) ?? [];
  if (kind === 'bytes') return padded(bytesOf(type, value, Number(size)), 'end');
  if (kind === undefined) throw misfit(type);
  return integer(type, value, kind === 'int', Number(size || '256'));
}

function encodeArray(types: Types, of: string, length: string, value: unknown): Uint8Array {
  if (!Array.isArray(value) || (length !== '' && value.length !== Number(length))) throw misfit(`${of}[${length}]`);
  return keccak_256(concatBytes(...value.map((item: unknown) => encodeValue(types, of, item))));
}

/** Numbers as JSON has them where they are too long for it. */
const NUMBER = /^(-?\d{1,78}|0x[0-9a-fA-F]{1,64})$/;

function integer(type: string, value: unknown, isSigned: boolean, bits: number): Uint8Array {
  const isNumber = typeof value === 'bigint' || Number.isSafeInteger(value);
  if (!isNumber && !(typeof value === 'string' && NUMBER.test(value))) throw misfit(type);
  const number = BigInt(value as bigint | number | string);
  const [least, most] = isSigned ? [-(2n ** BigInt(bits - 1)), 2n ** BigInt(bits - 1)] : [0n, 2n ** BigInt(bits)];
  if (number < least || number >= most) throw misfit(type);
  return word(BigInt.asUintN(256, number));
}

function bytesOf(type: string, value: unknown, length?: number): Uint8Array {
  if (typeof value !== 'string' || !/^0x([0-9a-fA-F]{2})*$/.test(value)) throw misfit(type);
  const bytes = hexToBytes(value.slice(2));
  if (length !== undefined && bytes.length !== length) throw misfit(type);
  return bytes;
}

function word(value: bigint): Uint8Array {
  return hexToBytes(value.toString(16).padStart(64, '0'));
}

function padded(bytes: Uint8Array, zeros: 'start' | 'end'): Uint8Array {
  const full = new Uint8Array(32);
  full.set(bytes, zeros === 'start' ? 32 - bytes.length : 0);
  return full;
}

function misfit(type: string): RangeError {
  return new RangeError(`a value of the typed data does not fit its type ${type}`);
}
