import { ECOSYSTEMS } from '../ecosystem/ecosystem-name';
import { orderOf } from './order-of';
import { isCommit, isSingleVersion } from './single-version';

const WHOLE = '4876518f9e71663000c348837735820161a42df7';

describe('a text that may name one version', () => {
  it.each([
    ...['1.2.3', '10', '10.0', '1e10', '2013b', '20240101', '20230203b1', '2004b1234', '2024.10.1', '12345678901234'],
    ...[
      '1.0.0-x.7.z.92',
      '1.0.0-x',
      '1.0.0-alpha.x1',
      '2.0.0-0.x86',
      '1.13.3-x86_64-linux',
      'r1234567',
      '1.0+x',
      'jx.1',
    ],
    ...['0.0.0-20190101000000-4876518f9e71', '1.0-4876518f9e71', '1.0.4876518', 'curl-8_0_1', 'v1.2.3'],
  ])('%s', (text) => {
    expect(isSingleVersion(text)).toBe(true);
  });

  it.each([
    ...[
      WHOLE,
      WHOLE.toUpperCase(),
      '1'.repeat(40),
      '1'.repeat(64),
      '9d076f5c1a',
      '9d076f5',
      'deadbee',
      '63d076f5c1a2b3c4',
    ],
    ...[`v${WHOLE}`, `sha256:${'9d'.repeat(32)}`, `sha512-${'9d'.repeat(64)}`, `git:${WHOLE}`],
  ])('a commit is none: %s', (text) => {
    expect([isCommit(text), isSingleVersion(text)]).toEqual([true, false]);
    // Listed tags stay known by their text; nothing else reads it.
    expect(ECOSYSTEMS.filter((ecosystem) => orderOf(ecosystem).accepts(text))).toEqual([]);
  });

  it.each([
    ...['1.x', '10.x', '1.10.x', '10.X', '1.*', '10.0.*', 'x', 'X', '*', 'v1.x', '1.x.x', '1.x-dev', '10.x-SNAPSHOT'],
    ...['1.2.x+build', 'release-1.x', '10.', '1.', '1.+', '10.0.+', '+', '1.2+', '1:10.x'],
  ])('a range is none: %s', (text) => {
    expect([isCommit(text), isSingleVersion(text)]).toEqual([false, false]);
    const ordered = ECOSYSTEMS.filter((ecosystem) => !orderOf(ecosystem).unordered);
    expect(
      ordered.filter((ecosystem) => orderOf(ecosystem).accepts(text) || orderOf(ecosystem).mayBeListed?.(text)),
    ).toEqual([]);
  });
});

describe('a version that its order cannot read', () => {
  it.each([
    ['PyPI', '1.0-weird', false, true],
    ['PyPI', '0.7.4.svn.r2010', false, true],
    ['PyPI', '1.0.post1', true, true],
    ['PyPI', 'latest', false, false],
    ['GIT', 'curl-8_0_1', true, true],
    ['GIT', 'HEAD', false, true],
    ['GIT', 'master', false, true],
    ['GIT', WHOLE, false, true],
    ['OSS-Fuzz', 'nightly-0.28.x', true, true],
    ['npm', 'latest', false, false],
  ] as const)('%s %s: read %s, may be listed %s', (ecosystem, text, read, listed) => {
    const order = orderOf(ecosystem);

    expect([order.accepts(text), order.mayBeListed?.(text) ?? false]).toEqual([read, listed]);
  });
});
