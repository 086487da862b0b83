import fc from 'fast-check';

/** Text that has broken programs before. */
const ODD = [
  '',
  ' ',
  '.',
  '..',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  'null',
  'undefined',
  'NaN',
  '-1',
  '1e999',
  '<script>alert(1)</script>',
  "' or 1=1 --",
  '${7*7}',
  '{{7*7}}',
  '%s%n',
  '%00',
  '\u0000',
  '\u001b[2J',
  '\u202e',
  '\ufeff',
  '\ud800',
  '\udc00x',
  'é',
  'e\u0301',
  '𝒳',
  'İ',
  'ﬀ',
  '\r\nX-Injected: 1',
  '@',
  '@@',
  ',',
  ',,,@,',
  ':',
  '://',
  'FROM ',
  'FROM --platform=$X a AS b',
  '$BASE',
  'a@sha256:0',
];

/** Text of any kind but great length: odd words, all of Unicode, control characters, lone surrogates. */
export const wildText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...ODD),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)), maxLength: 30 }),
  fc.string({ unit: fc.nat(0x1f).map((code) => String.fromCharCode(code)), maxLength: 8 }),
);

/** Text at and beyond the limits of lengths. */
export const longText: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('a', '9', 'é', '\u0000', '%', '@,', '1.', '-'),
    fc.constantFrom(199, 200, 201, 257, 1_000, 9_000),
  )
  .map(([unit, length]) => unit.repeat(length));

/** Percent-encodes as UTF-8, as clients do; a lone surrogate has no UTF-8 and becomes the replacement character. */
export function percentEncoded(text: string): string {
  return encodeURIComponent(Buffer.from(text, 'utf8').toString('utf8'));
}

/** Text as it may stand in a request target without breaking the framing: anything but blanks and line ends. */
export function asTarget(text: string): string {
  return Buffer.from(text, 'utf8')
    .toString('latin1')
    .replace(/[\r\n\t\v\f\0 ]/g, '');
}

/** Text as a header value: anything but line ends and NUL. */
export function asHeaderValue(text: string): string {
  return Buffer.from(text, 'utf8')
    .toString('latin1')
    .replace(/[\r\n\0]/g, ' ')
    .trim();
}
