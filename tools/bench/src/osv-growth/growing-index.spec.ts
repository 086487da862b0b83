import { growingRecords } from './growing-index';

const packagesOf = (json: string): string[] =>
  (JSON.parse(json) as { affected: { package: { name: string } }[] }).affected.map(({ package: { name } }) => name);

describe('the records of a growing index', () => {
  const before = [...growingRecords(300, 300)];
  const after = [...growingRecords(300, 1_500)];

  it('are as many as were asked for, and begin with those of before', () => {
    expect(after).toHaveLength(1_500);
    expect(after.slice(0, 300)).toEqual(before);
  });

  it('speak of no package of before', () => {
    const known = new Set(before.flatMap(({ json }) => packagesOf(json)));

    expect(after.slice(300).filter(({ json }) => packagesOf(json).some((name) => known.has(name)))).toEqual([]);
  });
});
