import { figure, table, times } from './table';

describe('the table of results', () => {
  it('aligns names to the left and values to the right', () => {
    const printed = table('Title', [
      { what: 'short', value: '1,000/s', ratio: '' },
      { what: 'much longer', value: '5/s', ratio: '2.00 ×' },
    ]);

    expect(printed).toBe(['Title', '  short        1,000/s', '  much longer      5/s  2.00 ×'].join('\n'));
  });

  it.each([
    [1234567.8, '1,234,568'],
    [99.95, '100'],
    [12.345, '12.3'],
    [0.01234, '0.0123'],
    [0, '0'],
  ])('%d is written %s', (value, written) => expect(figure(value)).toBe(written));

  it('a ratio is the measured over the reference', () => expect(times(3, 2)).toBe('1.50 ×'));
});
