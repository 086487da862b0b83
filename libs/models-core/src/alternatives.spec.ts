import { Alternatives } from './alternatives';

describe('the constraints that keep a cheaper model out', () => {
  const three = (): Alternatives => {
    const alternatives = new Alternatives();
    alternatives.offer('tool_call', 4, 30n);
    alternatives.offer('open_weights', 3, 10n);
    alternatives.offer('reasoning', 2, 20n);
    alternatives.offer('first_party', 1, 20n);
    return alternatives;
  };
  const dropped = (cost?: bigint) =>
    three()
      .below(cost)
      .map(({ drop }) => drop);

  it('are given cheapest first, whatever the order in which they were met; equal costs in the order of the models', () => {
    expect(dropped()).toEqual(['open_weights', 'first_party', 'reasoning', 'tool_call']);
  });

  it('are only those that cost less than the best, not as much', () => {
    expect(dropped(20n)).toEqual(['open_weights']);
    expect(dropped(10n)).toEqual([]);
  });

  it('stand for the cheapest model each, and of equal ones for the first', () => {
    const alternatives = three();
    alternatives.offer('reasoning', 9, 5n);
    alternatives.offer('open_weights', 0, 10n);

    expect(alternatives.below(15n)).toEqual([
      { drop: 'reasoning', at: 9, cost: 5n },
      { drop: 'open_weights', at: 3, cost: 10n },
    ]);
  });
});
