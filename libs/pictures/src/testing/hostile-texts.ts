import fc from 'fast-check';

/** Texts that break a document whose writer forgets to escape. */
export const HOSTILE_TEXTS: readonly string[] = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onload='alert(1)",
  ']]>',
  '&amp;&#0;&bogus;',
  'BEGIN:VEVENT\r\nUID:x\r\nEND:VEVENT',
  'a;b,c\\d\\n',
  '\u0000\u0007\u001b[31m',
  '\ud800 lone',
  '\u202egnp.exe',
  '\uffff\ufdd0',
  '漢字 한국 👩‍👩‍👧 e\u0301',
];

/** Any text, hostile ones often. */
export const anyText = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.string({ unit: 'grapheme', maxLength: 120 }),
);

/** A day between 1990 and 2060. */
export const anyDay = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

/** A release cycle with any days, in any order, some unknown. */
export const anyCycle = fc.record({
  name: anyText,
  released: fc.option(anyDay),
  activeUntil: fc.option(anyDay),
  ends: fc.option(anyDay),
  extendedUntil: fc.option(anyDay),
  isOver: fc.boolean(),
});
