import { inSelection } from './in-selection';

const ASIDE = '(only a starter selection of eol is loaded; most of it is missing)';

it.each([
  [true, 'product "x" is not known', `product "x" is not known ${ASIDE}`],
  [true, 'No part of this image matched.', `No part of this image matched ${ASIDE}.`],
  [false, 'No part of this image matched.', 'No part of this image matched.'],
])('of a starter (%s), "%s" is written as "%s"', (starter, message, expected) => {
  expect(inSelection({ dataset: 'eol', starter }, message)).toBe(expected);
});
