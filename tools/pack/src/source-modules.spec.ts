import { packageOf } from './source-modules';

describe('the package of a specifier', () => {
  it.each([
    ['ajv', 'ajv'],
    ['ajv/dist/2020', 'ajv'],
    ['@stackcheck/contract', '@stackcheck/contract'],
    ['@stackcheck/contract/limits', '@stackcheck/contract'],
    ['node:fs', null],
    ['crypto', null],
    ['./own', null],
    ['/own', null],
  ])('%s → %s', (specifier, name) => {
    expect(packageOf(specifier)).toBe(name);
  });
});
