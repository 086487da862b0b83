import { makeCycle, makePackaged, makeSources } from '../testing/make-stack';
import { releasesAfterItem } from './releases-after-item';

const latest = (name: string) => ({ latest: { name, date: null, link: null }, releaseDate: '2020-01-01' });
const { eol } = makeSources({
  products: [
    makePackaged(
      'thing',
      [makeCycle('3', latest('3.0.5')), makeCycle('2', latest('2.0.9')), makeCycle('1', latest('1.0.9'))],
      ['pkg:npm/thing'],
    ),
  ],
});

function releases(
  packages: readonly object[],
  named: readonly string[] = [],
  isNamedEnough = false,
): readonly string[] {
  const result = { product: 'thing', resolved: 'thing', match: { cycle: '1' }, packages };
  const judges = {
    *newerThan() {
      return named;
    },
  };
  const steps = releasesAfterItem(result as never, judges as never, { eol: eol!, today: '2026-11-20' }, isNamedEnough);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

const one = (safe: string | null, version = '1.0.1', vulnerable = true) => ({
  ...{ checked: true, ecosystem: 'npm', purl: `pkg:npm/thing@${version}`, version },
  ...{ vulnerable, minimum_safe: safe },
});

it.each<[string, readonly object[], readonly string[], boolean, readonly string[]]>([
  ['none where nothing was checked', [{ checked: false }], ['1.0.2'], true, []],
  ['what is safe, and the latest after it', [one('1.0.3')], ['1.0.2'], false, ['1.0.3', '1.0.9', '2.0.9', '3.0.5']],
  ['the safe one of all packages', [one('1.0.3'), one('2.0.4')], [], false, ['2.0.4', '2.0.9', '3.0.5']],
  [
    'what is named where one is never safe',
    [one('1.0.3'), one(null)],
    ['1.0.2', '1.0.1', '1.0.12'],
    false,
    ['1.0.2', '1.0.9', '1.0.12', '2.0.9', '3.0.5'],
  ],
  [
    'what is named too, where that is asked',
    [one('1.0.3')],
    ['1.0.2', '1.0.4'],
    true,
    ['1.0.3', '1.0.4', '1.0.9', '2.0.9', '3.0.5'],
  ],
  ['those after its own, where nothing is against it', [one(null, '1.0.9', false)], [], false, ['2.0.9', '3.0.5']],
  ['a version without the v of a module', [one('v2.1.0')], [], false, ['2.1.0', '3.0.5']],
  ['a version with a v in a word', [one('2.1.0-rev2')], [], false, ['2.1.0-rev2', '3.0.5']],
  ['what reads as no cycle', [one('2')], [], false, ['2.0.9', '3.0.5']],
])('the releases after an item are %s', (_what, packages, named, isNamedEnough, versions) => {
  expect(releases(packages, named, isNamedEnough)).toEqual(versions);
});
