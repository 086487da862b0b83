import fc from 'fast-check';
import { readRelease } from '../ecosystem/distro-release';
import type { Ecosystem } from '../ecosystem/ecosystem-name';
import { evaluate, prepare, withoutRedundantVersions } from './evaluate';
import type { AffectedSpec, RangeEvent } from '../advisory/advisory';

const spec = (parts: Partial<AffectedSpec>): AffectedSpec => ({ suffix: null, ranges: [], versions: [], ...parts });

/** `i0 f1.2` as events. */
const range = (text: string): RangeEvent[] =>
  text.split(' ').map((event) => [event[0] as RangeEvent[0], event.slice(1)] as const);

function ask(affected: readonly AffectedSpec[], version: string, ecosystem: Ecosystem = 'npm', distro?: string) {
  return evaluate(prepare(affected, ecosystem), { ecosystem, version, release: readRelease(ecosystem, distro) });
}

describe('a range', () => {
  it.each<[string, string, boolean, string | null]>([
    // events, version, affected, fixed
    ['i0 f1.2.0', '1.1.9', true, '1.2.0'],
    ['i0 f1.2.0', '1.2.0', false, null],
    ['i0 f1.2.0', '0.0.0-0', true, '1.2.0'],
    ['i0', '999.0.0', true, null],
    ['i1.0.0 f1.2.0', '0.9.0', false, null],
    ['i1.0.0 f1.2.0', '1.0.0', true, '1.2.0'],
    ['i1.0.0 f1.2.0', '1.0.0-rc.1', false, null],
    // Order in the record means nothing.
    ['f1.2.0 i1.0.0', '1.1.0', true, '1.2.0'],
    ['f2.2.0 i2.0.0 f1.2.0 i1.0.0', '1.5.0', false, null],
    // Several pairs in one range.
    ['i1.0.0 f1.2.0 i2.0.0 f2.2.0', '1.1.0', true, '1.2.0'],
    ['i1.0.0 f1.2.0 i2.0.0 f2.2.0', '1.5.0', false, null],
    ['i1.0.0 f1.2.0 i2.0.0 f2.2.0', '2.1.0', true, '2.2.0'],
    // The last affected version is affected, the next is not.
    ['i0 l1.2.0', '1.2.0', true, null],
    ['i0 l1.2.0', '1.2.1', false, null],
    ['i0 l1.2.0', '1.2.1-rc.1', false, null],
    ['i0 l1.2.0 i2.0.0 f2.1.0', '2.0.5', true, '2.1.0'],
    // On one version: introduced, then fixed, then last affected.
    ['i1.0.0 f1.0.0', '1.0.0', false, null],
    ['f1.0.0 i1.0.0', '1.5.0', false, null],
    ['l1.0.0 i1.0.0', '1.0.0', true, null],
    ['l1.0.0 i1.0.0', '1.0.1', false, null],
    // Limits are alternatives; a star is none.
    ['i0 u2.0.0', '1.9.0', true, null],
    ['i0 u2.0.0', '2.0.0', false, null],
    ['i0 u2.0.0 u3.0.0', '2.5.0', true, null],
    ['i0 u2.0.0 u*', '9.0.0', true, null],
    // The lowest pre-release that could be bounds a range, and is no version.
    ['i0 f1.2.0-0', '1.1.9', true, null],
    ['i0 f1.2.0-0', '1.2.0', false, null],
    ['i0 f1.2.0-rc.0', '1.1.9', true, '1.2.0-rc.0'],
    // Without an introduction nothing is affected.
    ['f1.0.0', '0.5.0', false, null],
    ['l1.0.0', '0.5.0', false, null],
  ])('of %s and %s: %s, fixed in %s', (events, version, affected, fixed) => {
    const verdict = ask([spec({ ranges: [range(events)] })], version);

    expect(verdict !== null).toBe(affected);
    expect(verdict?.fixed ?? null).toBe(fixed);
  });

  it.each<[string, boolean]>([
    ['i0 l1.11.0', true],
    ['i0 f1.11.0', false],
    ['i1.11.0 f1.12.0', true],
    ['i0 l1.10.9', false],
  ])('of %s holds 1.11.0+cpu of PyPI as it holds 1.11.0: %s', (events, affected) => {
    const specs = [spec({ ranges: [range(events)] })];

    expect(['1.11.0', '1.11.0+cpu'].map((version) => ask(specs, version, 'PyPI') !== null)).toEqual([
      affected,
      affected,
    ]);
  });

  it('does not depend on the order of its events', () => {
    const events = range('i0 f1.0.0 i1.5.0 l1.7.0 i2.0.0 f2.4.0 u3.0.0');
    const version = fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 9 })).map(([major, minor]) => `${major}.${minor}.0`);
    fc.assert(
      fc.property(fc.shuffledSubarray(events, { minLength: events.length }), version, (shuffled, asked) => {
        expect(ask([spec({ ranges: [shuffled] })], asked)).toEqual(ask([spec({ ranges: [events] })], asked));
      }),
      { numRuns: 200 },
    );
  });
});

describe('a list of versions', () => {
  it.each<[Ecosystem, string, string, boolean]>([
    ['npm', '1.0.0', '1.0.0', true],
    ['npm', '1.0.0', 'v1.0.0', true],
    ['npm', '1.0.0', '1.0.1', false],
    ['PyPI', '1.11.0', '1.11.0+cpu', true],
    ['PyPI', '1.11.0', '1.11.1+cpu', false],
    ['PyPI', '1.11.0+cu11', '1.11.0+cu11', true],
    ['PyPI', '1.11.0+cu11', '1.11.0', false],
    ['PyPI', '2.10', '2.10.0', true],
    ['PyPI', '2007-01-01T12:00+0100', '2007-01-01T12:00', false],
    ['PyPI', '2007-01-01T12:00', '2007-01-01T12:00+0100', false],
    ['PyPI', '1.0rc1', '1.0.c1', true],
    ['Maven', '1.0', '1.0.Final', true],
    ['NuGet', '1.0.0-BETA', '1.0.0-beta', true],
    ['GIT', 'v1.2.3', '1.2.3', true],
    ['GIT', 'curl-8_0', 'curl-8_1', false],
    ['GIT', 'curl-8_0', 'CURL-8_0', false],
  ])('in %s with %s holds %s: %s', (ecosystem, listed, version, affected) => {
    expect(ask([spec({ versions: [listed] })], version, ecosystem) !== null).toBe(affected);
  });

  it('names no fix', () => {
    expect(ask([spec({ versions: ['1.0.0'], ranges: [range('i2.0.0 f2.1.0')] })], '1.0.0')).toMatchObject({
      fixed: null,
    });
  });
});

describe('an advisory', () => {
  it('without ranges and versions affects nothing', () => {
    expect(ask([spec({})], '1.0.0')).toBeNull();
    expect(ask([], '1.0.0')).toBeNull();
  });

  it('names the lowest fix of all its entries that hold the version, and each of them', () => {
    const affected = [
      spec({ ranges: [range('i1.0.0 f2.1.0')] }),
      spec({ ranges: [range('i1.0.0 f1.4.0'), range('i3.0.0 f3.1.0')] }),
    ];

    expect(ask(affected, '1.2.0')).toEqual({ fixed: '1.4.0', fixedVersions: ['1.4.0', '2.1.0'], distroUnknown: false });
  });

  it.each<[string | undefined, boolean, boolean]>([
    // distro, affected, unknown
    ['debian-12', true, false],
    ['debian-11', false, false],
    ['debian-13', false, false],
    [undefined, true, true],
    ['sid', true, true],
  ])('about Debian 12, asked for %s: affected %s, uncertain %s', (distro, affected, distroUnknown) => {
    const verdict = ask([spec({ suffix: '12', ranges: [range('i0 f1.0-2')] })], '1.0-1', 'Debian', distro);

    expect(verdict !== null).toBe(affected);
    expect(verdict?.distroUnknown ?? false).toBe(distroUnknown);
  });

  it('takes the suffix of a repository for the same packages', () => {
    const affected = [spec({ suffix: 'https://packages.drupal.org/8', ranges: [range('i0 f4.2.2')] })];

    expect(ask(affected, '4.2.1', 'Packagist')).toEqual({
      fixed: '4.2.2',
      fixedVersions: ['4.2.2'],
      distroUnknown: false,
    });
  });
});

describe('withoutRedundantVersions', () => {
  it('keeps a version that no range holds', () => {
    const full = spec({ ranges: [range('i1.0.0 f2.0.0')], versions: ['0.9.0', '1.0.0', '1.5.0', '2.0.0'] });

    expect(withoutRedundantVersions(full, 'npm').versions).toEqual(['0.9.0', '2.0.0']);
  });

  it('changes no verdict', () => {
    const version = fc
      .tuple(fc.nat({ max: 3 }), fc.nat({ max: 3 }), fc.constantFrom('', '-rc.1', '+b'))
      .map(([major, minor, rest]) => `${major}.${minor}.0${rest}`);
    const event = fc.tuple(fc.constantFrom('i', 'f', 'l', 'u'), version) as fc.Arbitrary<RangeEvent>;
    const full = fc.record({
      suffix: fc.constant(null),
      ranges: fc.array(fc.array(event, { maxLength: 4 }), { maxLength: 2 }),
      versions: fc.array(version, { maxLength: 4 }),
    });
    fc.assert(
      fc.property(full, version, (given, asked) => {
        expect(ask([withoutRedundantVersions(given, 'npm')], asked)).toEqual(ask([given], asked));
      }),
      { numRuns: 500 },
    );
  });
});
