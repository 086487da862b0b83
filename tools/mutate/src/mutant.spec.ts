import { chooseMutants, keyOf, numbered, type Mutant } from './mutant';

const mutantOf = (original: string, line = 1, file = 'libs/a/src/a.ts'): Omit<Mutant, 'nth'> => ({
  file,
  at: `${line}:0-${line}:9`,
  line,
  mutator: 'EqualityOperator',
  original,
  replacement: 'b',
});
const many = numbered(Array.from({ length: 200 }, (_, at) => mutantOf(`a === ${at}`, at)));

describe('a sample', () => {
  it('is the same for the same seed, and another for another', () => {
    const [one, again, other] = [
      chooseMutants(many, 20, 1),
      chooseMutants([...many].reverse(), 20, 1),
      chooseMutants(many, 20, 2),
    ];

    expect(again).toEqual(one);
    expect(new Set(one).size).toBe(20);
    expect(other.filter((mutant) => !one.includes(mutant)).length).toBeGreaterThan(10);
  });

  it('begins with the smaller one of the same seed', () => {
    expect(chooseMutants(many, 20, 1).slice(0, 5)).toEqual(chooseMutants(many, 5, 1));
  });

  it('keeps its mutants when code is added above them and mutants elsewhere', () => {
    const before = chooseMutants(many, 20, 1);
    const moved = numbered([
      ...many.map((mutant) => ({ ...mutant, line: mutant.line + 40, at: 'x' })),
      mutantOf('new'),
    ]);

    const after = chooseMutants(moved, 20, 1).map(keyOf);

    expect(before.map(keyOf).filter((key) => !after.includes(key)).length).toBeLessThanOrEqual(1);
  });

  it('of 0 is all', () => expect(chooseMutants(many, 0, 1)).toBe(many));
});

describe('changes that read alike', () => {
  it('are distinguished by their order in the file alone', () => {
    const named = numbered([mutantOf('a', 1), mutantOf('a', 7), mutantOf('b', 9), mutantOf('a', 3, 'libs/b/src/b.ts')]);

    expect(named.map(({ nth }) => nth)).toEqual([0, 1, 0, 0]);
    expect(new Set(named.map(keyOf)).size).toBe(4);
  });
});
