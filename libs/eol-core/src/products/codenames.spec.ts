import { makeCycle } from '../testing/make-product';
import { codenamesOf, codenameText } from './codenames';

/** `name codename` → the names that each codename means. */
function meant(...cycles: readonly (readonly [name: string, codename: string | null])[]): Record<string, string> {
  const names = codenamesOf(cycles.map(([name, codename]) => makeCycle(name, { codename })));
  return Object.fromEntries([...names].map(([codename, cycle]) => [codename, cycle.name]));
}

describe('a codename', () => {
  it('means its cycle, as a whole and by its first word', () => {
    expect(meant(['24.04', 'Noble  Numbat'], ['12', 'Bookworm'], ['1', null])).toEqual({
      noble: '24.04',
      'noble numbat': '24.04',
      bookworm: '12',
    });
  });

  it('means none where several cycles share it', () => {
    expect(meant(['1', 'Same'], ['2', 'Same'], ['3', 'same '], ['4', 'Other'])).toEqual({ other: '4' });
  });

  it('is not meant by a first word that several share', () => {
    expect(meant(['1', 'Red Fox'], ['2', 'Red Hen'])).toEqual({ 'red fox': '1', 'red hen': '2' });
  });

  it('is not meant by the first word of another where it is a whole one', () => {
    expect(meant(['1', 'Red Fox'], ['2', 'Red'])).toEqual({ red: '2', 'red fox': '1' });
    expect(meant(['1', 'Red Fox'], ['2', 'Red'], ['3', 'Red'])).toEqual({ 'red fox': '1' });
  });

  it.each(['A New Era', 'The Rock', 'El Capitan'])('%s is not meant by its article', (codename) => {
    expect(meant(['1', codename])).toEqual({ [codename.toLowerCase()]: '1' });
  });

  it('without letters is none', () => {
    expect(meant(['1', ' '], ['2', ''], ['3', 'A'])).toEqual({ a: '3' });
  });
});

it.each([
  ['Noble Numbat', 'noble numbat'],
  ['noble+numbat', 'noble numbat'],
  [' noble + \t numbat+', 'noble numbat'],
  ['+', ''],
])('%j is compared as %j', (text, compared) => {
  expect(codenameText(text)).toBe(compared);
});
