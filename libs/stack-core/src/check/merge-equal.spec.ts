import * as fc from 'fast-check';
import { LIST_NAMES, type StackLists, type StackRef } from '../stack';
import { makeSources, makeStack } from '../testing/make-stack';
import { harness, item, TODAY } from '../testing/sample-harness';
import { checkAndPlan } from '../plan/check-and-plan';

/** An artifact of another group has the name and the flaws of `pkg:maven/a/log4j@2`. */
const packages = { ...harness.packages, 'pkg:maven/b/log4j@2': harness.packages!['pkg:maven/a/log4j@2']! };
const sources = makeSources({ ...harness, packages });
const check = (lists: Partial<StackLists>) => checkAndPlan(makeStack(lists), sources, TODAY);
const refsOf = (lists: Partial<StackLists>) =>
  check(lists).reasons.map(({ code, ref, refs, id }) => `${code} ${id} ${ref}: ${refs.join(' ')}`);

describe('reasons that say the same', () => {
  it.each<[string, Partial<StackLists>, readonly string[]]>([
    ['of one place', item('3.8'), ['eol python@3.8 items/0: items/0']],
    [
      'of versions of one cycle',
      { items: ['3.8', '3.12', '3.8.20'].map((version) => ({ product: 'python', version })) },
      ['eol python@3.8 items/0: items/0 items/2'],
    ],
    [
      'of a package in two spellings',
      { packages: ['pkg:npm/bad@1.0.0', 'pkg:NPM/bad@1.0.0'] },
      ['malware MAL-1 packages/0: packages/0 packages/1'],
    ],
    [
      'of two packages that share a short name are two',
      { packages: ['pkg:maven/a/log4j@2', 'pkg:maven/b/log4j@2'] },
      [
        'kev CVE-2021-44228 packages/0: packages/0',
        'kev CVE-2021-44228 packages/1: packages/1',
        'vulnerable_below GHSA-j packages/0: packages/0',
        'vulnerable_below GHSA-j packages/1: packages/1',
      ],
    ],
    [
      'of an item and an image are two, since each has a sentence of its own',
      { ...item('3.8'), images: ['python:3.8-bookworm'] },
      ['eol python@3.8 items/0: items/0', 'eol python@3.8 images/0: images/0'],
    ],
  ])('%s', (_what, lists, expected) => {
    expect(refsOf(lists)).toEqual(expected);
  });

  it('are those of each entry by itself, each once with every place (property)', () => {
    const anyLists = fc.record({
      items: fc.array(
        fc.constantFrom('3.13', '3.11', '3.8', '3.8.1', '99').map((version) => ({ product: 'python', version })),
        {
          maxLength: 5,
        },
      ),
      images: fc.array(fc.constantFrom('python:3.8-alpine', 'python:3', 'acme/anvil:1'), { maxLength: 4 }),
      cves: fc.array(fc.constantFrom('CVE-2021-44228', 'cve-2021-44228', 'CVE-2026-0001'), { maxLength: 4 }),
      packages: fc.array(fc.constantFrom(...Object.keys(packages), 'pkg:npm/claen@1.0.0'), { maxLength: 6 }),
    });
    fc.assert(
      fc.property(anyLists, (lists) => {
        const { reasons } = check(lists);

        const alone = LIST_NAMES.flatMap((list) =>
          lists[list].flatMap((entry, at) =>
            check({ [list]: [entry] }).reasons.map(({ level, code, id, text }) =>
              JSON.stringify([`${list}/${at}`, level, code, id, text]),
            ),
          ),
        );
        const merged = reasons.flatMap(({ refs, level, code, id, text }) =>
          refs.map((ref: StackRef) => JSON.stringify([ref, level, code, id, text])),
        );
        expect(merged.sort()).toEqual(alone.sort());
        expect(reasons.map(({ ref }) => ref)).toEqual(reasons.map(({ refs }) => refs[0]));
        const meanings = reasons.map(({ level, code, id, text, ref }) =>
          [level, code, id, text, nameAt(lists, ref)].join('\n'),
        );
        expect(new Set(meanings).size).toBe(meanings.length);
      }),
    );
  });
});

/** What distinguishes two packages of one short name. */
function nameAt({ packages }: Pick<StackLists, 'packages'>, ref: StackRef): string {
  const [list, at] = ref.split('/');
  return list === 'packages' ? (packages[Number(at)] ?? '') : '';
}
