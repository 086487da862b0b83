import fc from 'fast-check';
import { anyText } from '../testing/hostile-texts';
import { xmlFaults } from '../testing/xml-check';
import { columnsSvg } from './columns';

const drawn = (values: readonly number[]): string =>
  columnsSvg({
    columns: values.map((value, at) => ({ name: `day ${at + 1}`, value })),
    title: 'Revenue by day',
    most: `${Math.max(...values)} USD`,
  })?.text ?? '';

const heightsIn = (svg: string): readonly number[] =>
  [...svg.matchAll(/<rect[^>]*?height="([\d.]+)"/g)].map(([, height]) => Number(height));

describe('columns', () => {
  it('are as high as their values, and something is never drawn as nothing', () => {
    const [half, none, whole, little] = heightsIn(drawn([50, 0, 100, 0.01]));

    expect({ half, none }).toEqual({ half: whole! / 2, none: 0 });
    expect(little).toBeGreaterThan(0);
  });

  it('name the first and the last, and few between', () => {
    const names = [...drawn(Array.from({ length: 30 }, (_, at) => at)).matchAll(/class="year"[^>]*>([^<]+)</g)];

    expect(names.map(([, name]) => name)).toEqual(['day 1', 'day 11', 'day 20', 'day 30']);
  });

  it('say in words what they show', () => {
    expect(drawn([1, 3])).toMatch(
      /<desc id="columns-desc">\s*Columns from day 1 to day 2, the highest 3 USD\.\s*<\/desc>/,
    );
  });

  it('are not drawn where there are none', () => {
    expect(columnsSvg({ columns: [], title: 'Revenue', most: '' })).toBeUndefined();
  });

  it('are well-formed whatever the names and numbers', async () => {
    const samples = fc.sample(
      fc.tuple(
        anyText,
        anyText,
        fc.array(fc.record({ name: anyText, value: fc.double() }), { minLength: 1, maxLength: 40 }),
      ),
      60,
    );
    const texts = samples.map(([title, most, columns]) => columnsSvg({ columns, title, most })!.text);

    expect(await xmlFaults(texts)).toEqual([]);
    for (const text of texts) expect(text).not.toMatch(/NaN|Infinity|height="-/);
  });
});
