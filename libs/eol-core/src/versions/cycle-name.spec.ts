import { compareCycleNames, parseCycleName } from './cycle-name';
import { numberingOf } from './cycle-numbering';

const parsed = (name: string) => parseCycleName(name, numberingOf('anything'));

it.each([
  ['12-sp4', [{ word: 'sp', number: 4 }]],
  [
    '2012-r2-sp3',
    [
      { word: 'r', number: 2 },
      { word: 'sp', number: 3 },
    ],
  ],
  ['nodejs-al2', [{ word: 'al', number: 2 }]],
  ['sp4', []],
  ['12', []],
])('%s has the patches %j', (name, patches) => expect(parsed(name).patches).toEqual(patches));

it.each([
  ['12-sp4', '12-sp5', -1],
  ['12-sp10', '12-sp9', 1],
  ['12', '12-sp1', -1],
  ['12-sp4', '12-sp4', 0],
  ['2012-r2-sp3', '2012-r2-sp4', -1],
  // Of different kinds neither is the later.
  ['12-sp4', '12-u5', 0],
  ['12-sp4', '13-sp1', -1],
])('%s against %s: %d', (one, other, order) => {
  expect(Math.sign(compareCycleNames(parsed(one), parsed(other)))).toBe(order);
  expect(Math.sign(compareCycleNames(parsed(other), parsed(one)))).toBe(0 - order);
});
