import { compare } from './compare';

describe('a comparison', () => {
  const rates = [
    { name: 'ours', values: [100, 300, 200] },
    { name: 'theirs', values: [50, 100, 400] },
  ] as const;

  it('reports the median and the spread of each, and of the ratios within the rounds', () => {
    const [ours, theirs] = compare([...rates], { unit: '/s' });

    expect(ours).toMatchObject({ what: 'ours', value: '200 /s (100 to 300)', ratio: '' });
    expect(theirs).toMatchObject({ value: '100 /s (50 to 400)', ratio: 'ours = 2.00 × (0.50 to 3.00)' });
  });

  it('turns the ratio round where less is better', () =>
    expect(compare([...rates], { unit: 'µs', isCost: true })[1]!.measured?.ratios).toEqual([0.5, 1 / 3, 2]));
});
