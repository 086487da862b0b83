import { HOSTILE_TEXTS } from '@stackcheck/contract/testing';
import fc from 'fast-check';

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
