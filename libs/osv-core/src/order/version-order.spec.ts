import fc from 'fast-check';
import { compare as comparePep440 } from '@renovatebot/pep440';
import { compareBuild } from 'semver';
import { ECOSYSTEMS, type Ecosystem } from '../ecosystem/ecosystem-name';
import { PUBLISHED_STYLES } from '../testing/version-styles';
import { orderOf } from './order-of';
import { compareVersions } from './version-order';

const RUNS = { numRuns: 300 };
const TAGGED: readonly Ecosystem[] = ['GIT', 'OSS-Fuzz'];

/** One ecosystem for each order. */
const EXAMPLES = [...new Map(ECOSYSTEMS.map((name) => [orderOf(name), name])).values()];

describe.each(EXAMPLES.map((name) => [name] as const))('the order of %s', (ecosystem: Ecosystem) => {
  const order = orderOf(ecosystem);
  const compare = (a: string, b: string) => compareVersions(order, a, b);
  const realistic = fc.oneof(PUBLISHED_STYLES.plain, PUBLISHED_STYLES.suffixed, PUBLISHED_STYLES.long);
  // Maven's own algorithm is no total order on degenerate texts; see its docstring.
  const transitive = ecosystem === 'Maven' ? realistic : fc.oneof(realistic, PUBLISHED_STYLES.noise, fc.string());

  it('answers one of -1, 0, 1, calls a version equal to itself, and turns round when asked the other way', () => {
    const anything = fc.oneof(realistic, PUBLISHED_STYLES.noise, fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(anything, anything, (a, b) => {
        expect(compare(a, a)).toBe(0);
        expect([-1, 0, 1]).toContain(compare(a, b));
        expect(compare(a, b) + compare(b, a)).toBe(0);
      }),
      RUNS,
    );
  });

  it('is transitive, so that equal versions stand at one place', () => {
    fc.assert(
      fc.property(transitive, transitive, transitive, (x, y, z) => {
        const [a, b, c] = [x, y, z].sort(compare) as [string, string, string];
        expect(compare(a, b)).toBeLessThanOrEqual(0);
        expect(compare(b, c)).toBeLessThanOrEqual(0);
        expect(compare(a, c)).toBe(Math.min(compare(a, b), compare(b, c)));
      }),
      RUNS,
    );
  });

  it('reads hostile texts in no time', () => {
    const started = performance.now();
    for (const piece of ['1', 'a', '.', '-', '1.', 'a1', '1-', '_p', '~', '0', ':', '+', 'é']) {
      const long = piece.repeat(5000 / piece.length);
      compare(`1${long}`, `1${long}!`);
      order.accepts(`1${long}!`);
    }

    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it('accepts no range, branch, placeholder or blank', () => {
    const words = ['', ' ', '${version}', '*', '$(v)', 'latest', 'HEAD', 'main', '4876518f9e71', 'latest.release', '+'];
    const ranges = ['1.0 || 2', '>=1.0', '^1.2', '~1 || 2', '[1.0,2.0)', '1.2.*', '1 - 2'];
    const open = ['1.x', '10.x', '1.10.x', '10.X', '10.', '1.', '1.+', '10.+', '1.0.x-dev'];
    // Of tags any text with a digit may be one; what is not listed is not known all the same.
    const accepted = TAGGED.includes(ecosystem) ? [...ranges, ...open] : [];

    expect([...words, ...ranges, ...open].filter((text) => order.accepts(text))).toEqual(accepted);
    expect(order.accepts('1.2.3')).toBe(true);
  });
});

describe('numbers of any length', () => {
  it.each(EXAMPLES.filter((name) => !TAGGED.includes(name)))(
    'are distinguished to the last digit in %s',
    (ecosystem) => {
      fc.assert(
        fc.property(fc.bigInt({ min: 1n, max: 10n ** 60n }), (value) => {
          expect(compareVersions(orderOf(ecosystem), `1.${value}`, `1.${value + 1n}`)).toBe(-1);
        }),
        { numRuns: 30 },
      );
    },
  );
});

describe('independent implementations', () => {
  const number = fc.nat({ max: 30 });
  const word = fc.constantFrom('alpha', 'rc', 'x', '0', '11', 'a1', '2b');
  const dotted = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join('.'));
  const semverText = fc
    .tuple(number, number, number, fc.option(dotted), fc.option(dotted))
    .map(([x, y, z, pre, build]) => `${x}.${y}.${z}${pre ? `-${pre}` : ''}${build ? `+${build}` : ''}`);

  it('of SemVer with build metadata agree with Pub', () => {
    fc.assert(
      fc.property(semverText, semverText, (a, b) => {
        expect(compareVersions(orderOf('Pub'), a, b)).toBe(compareBuild(a, b));
      }),
      { numRuns: 1000 },
    );
  });

  it('of PEP 440 agree with PyPI, local labels that look like floats aside', () => {
    const part = (...words: string[]) => fc.option(fc.tuple(fc.constantFrom(...words), number), { nil: null });
    const text = fc
      .tuple(
        fc.option(fc.nat({ max: 2 })),
        fc.array(number, { minLength: 1, maxLength: 4 }),
        part('a', '.b', '-rc', 'c', '_alpha.', 'preview'),
        part('.post', '-', 'rev', '-r', '.post-'),
        part('.dev', 'dev', '-dev_'),
        fc.option(fc.constantFrom('abc', '1', '2.x', 'x.2', 'ubuntu-1')),
      )
      .map(
        ([epoch, release, pre, post, dev, local]) =>
          `${epoch === null ? '' : `${epoch}!`}${release.join('.')}${[pre, post, dev]
            .map((piece) => piece?.join('') ?? '')
            .join('')}${local ? `+${local}` : ''}`,
      );
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect({ a, b, sign: compareVersions(orderOf('PyPI'), a, b) }).toEqual({
          a,
          b,
          sign: Math.sign(comparePep440(a, b)),
        });
      }),
      { numRuns: 2000 },
    );
  });

  it('of PEP 440 take a commit for a number; here it is a word', () => {
    expect(comparePep440('1+1e5', '1+100000')).toBe(0);
    expect(compareVersions(orderOf('PyPI'), '1+1e5', '1+100000')).toBe(-1);
  });
});
