/** Types whose values an `ArrayParameter` writes, with their OIDs (pg_type.dat) and bytes; null = as many as the text has. */
const TYPES = {
  text: { oid: 25, bytes: null },
  bigint: { oid: 20, bytes: 8 },
  integer: { oid: 23, bytes: 4 },
  smallint: { oid: 21, bytes: 2 },
} as const;

/** A type that arrays can be sent of in binary. */
export type ArrayType = keyof typeof TYPES;

/** Dimensions, whether there are nulls, OID, length and lower bound, four bytes each. */
const HEAD_BYTES = 20;
const NULL_LENGTH = -1;

/**
 * An array as a parameter of a statement, sent in binary (array_recv in arrayfuncs.c): the driver sends a literal otherwise, each value of which is quoted here
 * and unquoted there.
 */
export class ArrayParameter {
  constructor(
    private readonly type: ArrayType,
    /** Whole numbers up to 2^53, or texts. */
    readonly items: readonly (string | number | null)[],
  ) {}

  /** Called by the driver for the value to send. */
  toPostgres(): Buffer {
    const { items } = this;
    const { oid, bytes } = TYPES[this.type];
    const sizeOf = (item: string | number): number => bytes ?? Buffer.byteLength(String(item));
    const buffer = Buffer.allocUnsafe(
      items.reduce<number>((sum, item) => sum + 4 + (item === null ? 0 : sizeOf(item)), HEAD_BYTES),
    );
    let at = 0;
    const put = (number: number): void => void (at = buffer.writeInt32BE(number, at));
    for (const number of [1, 1, oid, items.length, 1]) put(number);
    for (const item of items) {
      if (item === null) put(NULL_LENGTH);
      else if (bytes === null) {
        const length = buffer.write(String(item), at + 4);
        put(length);
        at += length;
      } else {
        put(bytes);
        if (bytes === 8) at = buffer.writeBigInt64BE(BigInt(item), at);
        else at = buffer.writeIntBE(Number(item), at, bytes);
      }
    }
    return buffer;
  }
}
