import * as fc from 'fast-check';
import { bars } from './bars';

describe('bars', () => {
  it('are as long as their amounts, in eighths of a character', () => {
    const rows = [
      { name: 'a', amount: 8n, label: '8' },
      { name: 'bb', amount: 4n, label: '4' },
      { name: 'c', amount: 1n, label: '1' },
      { name: 'd', amount: 0n, label: '0' },
    ];

    expect(bars(rows, 2)).toEqual(['a   ██ 8', 'bb  █ 4', 'c   ▎ 1', 'd   0']);
  });

  it('never draw something as nothing, nor past the width', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 1n, max: 2n ** 256n }), { minLength: 1 }), (amounts) => {
        for (const line of bars(amounts.map((amount) => ({ name: '', amount, label: '' })))) {
          expect(line.trim().length).toBeGreaterThan(0);
          expect(line.trim().length).toBeLessThanOrEqual(48);
        }
      }),
    );
  });

  it('of nothing are nothing', () => {
    expect(bars([])).toEqual([]);
  });
});
