import { fitLines, type Section } from './markdown-lines';

const SECTIONS: readonly Section[] = [
  { lines: ['- one', '- two'] },
  { title: 'Others:', lines: ['- three'] },
  { title: 'None:', lines: [] },
  { title: 'Last:', lines: ['- four'] },
];
const WHOLE = 'Head\n\n- one\n- two\n\nOthers:\n\n- three\n\nLast:\n\n- four';

it('lines stand under their titles, and a section without lines has none', () => {
  expect(fitLines('Head', SECTIONS, 1_000)).toBe(WHOLE);
  expect(fitLines('Head', [], 1_000)).toBe('Head');
});

it('what just has room is whole', () => {
  expect(fitLines('Head', SECTIONS, WHOLE.length)).toBe(WHOLE);
});

it.each([
  [WHOLE.length - 1, 'Head\n\n- one\n- two\n\nOthers:\n\n- three\n- and 1 more'],
  [
    'Head\n\n- one\n- two\n\nOthers:\n\n- three\n- and 1 more'.length,
    'Head\n\n- one\n- two\n\nOthers:\n\n- three\n- and 1 more',
  ],
  ['Head\n\n- one\n- two\n\nOthers:\n\n- three\n- and 1 more'.length - 1, 'Head\n\n- one\n- two\n- and 2 more'],
  ['Head\n\n- one\n- two\n- and 2 more'.length - 1, 'Head\n\n- one\n- and 3 more'],
  ['Head\n\n- one\n- and 3 more'.length - 1, 'Head\n\n- and 4 more'],
])('with room for %d characters what is left out is counted', (charsMax, text) => {
  expect(fitLines('Head', SECTIONS, charsMax)).toBe(text);
});
