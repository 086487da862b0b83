import type { Macaroon } from './macaroon';

const VERSION = 2;
const END = 0;
const LOCATION = 1;
const IDENTIFIER = 2;
const SIGNATURE = 6;

const SIGNATURE_BYTES = 32;
/** Ours have five caveats and less than 500 bytes; holders may add some, not a book. */
const BYTES_MAX = 4_096;

/** The V2 binary form, as libmacaroons, the Go library and npm `macaroon` write it. */
export function encodeMacaroon({ location, identifier, caveats, signature }: Macaroon): Uint8Array {
  return Buffer.concat([
    Uint8Array.of(VERSION),
    ...(location === '' ? [] : [field(LOCATION, Buffer.from(location, 'utf8'))]),
    field(IDENTIFIER, identifier),
    Uint8Array.of(END),
    ...caveats.flatMap((caveat) => [field(IDENTIFIER, Buffer.from(caveat, 'utf8')), Uint8Array.of(END)]),
    Uint8Array.of(END),
    field(SIGNATURE, signature),
  ]);
}

/**
 * Reads the V2 binary form; null for anything that is not exactly one macaroon with first-party caveats in UTF-8: a
 * condition that cannot be read cannot be kept.
 */
export function decodeMacaroon(bytes: Uint8Array): Macaroon | null {
  if (bytes.length > BYTES_MAX || bytes[0] !== VERSION) return null;
  try {
    return readMacaroon(new Fields(bytes.subarray(1)));
  } catch (error) {
    if (error instanceof NotAMacaroon) return null;
    throw error;
  }
}

function readMacaroon(fields: Fields): Macaroon {
  const location = fields.next === LOCATION ? text(fields.read(LOCATION)) : '';
  const identifier = fields.read(IDENTIFIER);
  fields.end();
  const caveats: string[] = [];
  // A location or verification id in here belongs to a third-party caveat, which ends the reading.
  while (fields.next === IDENTIFIER) {
    caveats.push(text(fields.read(IDENTIFIER)));
    fields.end();
  }
  fields.end();
  const signature = fields.read(SIGNATURE);
  if (signature.length !== SIGNATURE_BYTES || fields.next !== undefined) throw new NotAMacaroon();
  return { location, identifier, caveats, signature };
}

class NotAMacaroon extends Error {}

/** Reads fields of a type byte, a length and that many bytes. */
class Fields {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  /** The type of the next field; undefined at the end. */
  get next(): number | undefined {
    return this.bytes[this.at];
  }

  read(type: number): Uint8Array {
    if (this.next !== type) throw new NotAMacaroon();
    this.at++;
    const length = this.length();
    const start = this.at;
    this.at += length;
    if (this.at > this.bytes.length) throw new NotAMacaroon();
    return this.bytes.slice(start, this.at);
  }

  end(): void {
    if (this.next !== END) throw new NotAMacaroon();
    this.at++;
  }

  /** Seven bits a byte, lowest first. Two bytes hold more than a macaroon may have; a longer spelling is not the one spelling. */
  private length(): number {
    const [low, high] = [this.bytes[this.at], this.bytes[this.at + 1]];
    if (low !== undefined && low < 0x80) {
      this.at += 1;
      return low;
    }
    if (low === undefined || high === undefined || high === 0 || high >= 0x80) throw new NotAMacaroon();
    this.at += 2;
    return (low & 0x7f) | (high << 7);
  }
}

function field(type: number, data: Uint8Array): Uint8Array {
  const { length } = data;
  if (length >= 1 << 14) throw new RangeError('a macaroon field holds at most 16383 bytes');
  const size = length < 0x80 ? [length] : [(length & 0x7f) | 0x80, length >> 7];
  return Buffer.concat([Uint8Array.of(type, ...size), data]);
}

function text(bytes: Uint8Array): string {
  try {
    // The byte order mark must stay, or the signature would be computed over other bytes than were signed.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new NotAMacaroon();
  }
}
