import { inOrderOfRelease, numberingOf, spellHalfYears } from './cycle-numbering';

it.each([
  ['20h2', '2020.20'],
  ['11-24h2-e', '11-2024.20-e'],
  ['10-1809-e-lts', '10-2018.9-e-lts'],
  ['1709', '2017.9'],
  ['2004', '2020.4'],
  ['2016', '2016'],
  ['10.0.1809', '10.0.1809'],
  ['18091', '18091'],
])('the half-year or month in %s is spelled %s', (name, spelled) => {
  expect(spellHalfYears(name, { halfYears: true })).toBe(spelled);
  expect(spellHalfYears(name, {})).toBe(name);
});

it.each([
  ['amazon-linux', [2010, 3], [1.5, 2010, 3]],
  ['amazon-linux', [2018, 3], [1.5, 2018, 3]],
  ['amazon-linux', [2], [2]],
  ['amazon-linux', [2023], [2023]],
  ['nutanix-prism', [2024, 3], [6.5, 2024, 3]],
  ['opensuse', [42, 3], [14.5, 42, 3]],
  ['opensuse', [15, 0], [15, 0]],
  ['log4j', [2], [2, Infinity]],
  ['log4j', [2, 12], [2, 12]],
  ['gadget', [2018, 3], [2018, 3]],
])('of %s, the cycle %j stands at %j', (product, numbers, place) => {
  expect(inOrderOfRelease(numbers, numberingOf(product))).toEqual(place);
});
