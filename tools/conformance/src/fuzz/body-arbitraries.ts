import fc from 'fast-check';
import type { Operation } from '../oracle/served-api';
import { acceptedBy, anyValue, nearlyAcceptedBy, type SchemaContext } from './schema-arbitraries';
import { wildText } from './wild-text';

/** Bodies of an operation: by its schema, nearly so, JSON of other kinds, and bytes that are no JSON at all. */
export function bodiesOf({ body }: Operation, context: SchemaContext): fc.Arbitrary<Uint8Array | null> {
  if (!body) return fc.oneof({ arbitrary: fc.constant(null), weight: 12 }, { arbitrary: wildBytes, weight: 1 });
  const good = acceptedBy(body.schema, context).map(toText);
  return fc.oneof(
    { arbitrary: good.map(toBytes), weight: 9 },
    { arbitrary: fc.constant(toBytes(toText(body.example))), weight: 2 },
    { arbitrary: nearlyAcceptedBy(body.schema, context).map((value) => toBytes(toText(value))), weight: 4 },
    { arbitrary: anyValue.map((value) => toBytes(toText(value))), weight: 1 },
    { arbitrary: good.chain(brokenText), weight: 2 },
    { arbitrary: wildBytes, weight: 1 },
    { arbitrary: fc.constant(null), weight: 1 },
  );
}

/** A JSON text with something cut, doubled or put in between. */
function brokenText(text: string): fc.Arbitrary<Uint8Array> {
  return fc.oneof(
    fc.nat(text.length).map((at) => toBytes(text.slice(0, at))),
    fc.tuple(fc.nat(text.length), wildText).map(([at, odd]) => toBytes(text.slice(0, at) + odd + text.slice(at))),
    fc.tuple(fc.nat(text.length), fc.nat(255)).map(([at, byte]) => {
      const bytes = toBytes(text);
      bytes[Math.min(at, bytes.length - 1)] = byte;
      return bytes;
    }),
    fc
      .constantFrom(`\ufeff${text}`, `${text}${text}`, ` ${text}\n`, text.replace('{', '{"items":[],'), `[${text}]`)
      .map(toBytes),
    fc.constant(Buffer.from(text, 'utf16le')),
  );
}

const wildBytes: fc.Arbitrary<Uint8Array> = fc.oneof(
  { arbitrary: fc.constant(new Uint8Array(0)), weight: 2 },
  { arbitrary: fc.uint8Array({ maxLength: 64 }), weight: 3 },
  { arbitrary: nested(5_000), weight: 1 },
  { arbitrary: fc.constantFrom(65_535, 65_536, 65_537, 100_000).map((size) => Buffer.alloc(size, 0x20)), weight: 1 },
);

/** Arrays and objects within one another, closed or not. */
function nested(depthMax: number): fc.Arbitrary<Uint8Array> {
  return fc
    .tuple(
      fc.constantFrom(['[', ']'] as const, ['{"items":', '}'] as const),
      fc.integer({ min: 1, max: depthMax }),
      fc.boolean(),
    )
    .map(([[open, close], depth, closed]) => toBytes(open.repeat(depth) + (closed ? `1${close.repeat(depth)}` : '')));
}

function toText(value: unknown): string {
  return JSON.stringify(value) ?? 'undefined';
}

function toBytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'utf8'));
}
