import { changesBetween, type Remembered } from './watch-changes';

const LEVELS = { F: 'fail', W: 'warn', I: 'info' } as const;

/** `lodash:F:4.17.20 has 2`: key, level and sentence. */
function findings(line: string): readonly Remembered[] {
  return line
    .split(';')
    .filter((each) => each.trim() !== '')
    .map((each) => {
      const [key = '', level = '', text = ''] = each.trim().split(':');
      return { key, level: LEVELS[level as keyof typeof LEVELS], text };
    });
}

const written = (list: readonly Remembered[]): string =>
  list.map(({ key, level, text }) => `${key}:${level[0]!.toUpperCase()}:${text}`).join('; ');

it.each([
  // before | now | added | gone | changed | a new failure
  ['', 'a:F:1', 'a:F:1', '', '', true],
  ['', 'a:W:1', 'a:W:1', '', '', false],
  ['a:F:1', '', '', 'a:F:1', '', false],
  ['a:F:1', 'a:F:1', '', '', '', false],
  ['a:F:1', 'a:F:2', '', '', 'a:F:2', false],
  ['a:W:1', 'a:F:1', '', '', 'a:F:1', true],
  ['a:F:1', 'a:W:1', '', '', 'a:W:1', false],
  // Two versions of one component have one key.
  ['a:F:1; a:F:2', 'a:F:1; a:F:2', '', '', '', false],
  ['a:F:1; a:F:2', 'a:F:2; a:F:1', '', '', '', false],
  ['a:F:1', 'a:F:1; a:F:2', 'a:F:2', '', '', true],
  ['a:F:1', 'a:F:2; a:F:1', 'a:F:2', '', '', true],
  ['a:F:1; a:F:2', 'a:F:1', '', 'a:F:2', '', false],
  ['a:W:1; a:F:2', 'a:F:3; a:W:4', '', '', 'a:F:3; a:W:4', false],
  ['a:W:1; b:F:1', 'a:F:1; b:W:1', '', '', 'a:F:1; b:W:1', true],
])('of %j and %j: added %j, gone %j, changed %j', (before, now, added, gone, changed, hasNewFailure) => {
  const changes = changesBetween(findings(before), findings(now));

  expect({
    ...changes,
    added: written(changes.added),
    gone: written(changes.gone),
    changed: written(changes.changed),
  }).toEqual({
    added,
    gone,
    changed,
    hasNewFailure,
  });
});
