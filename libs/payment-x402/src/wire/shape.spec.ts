import { faultPredicate, shapeFault, type Shape } from './shape';

const SHAPE: Shape = {
  kind: 'object',
  members: {
    version: { kind: 'number', value: 2 },
    amount: { kind: 'number' },
    name: { kind: 'text', pattern: /^[a-z]+$/ },
    note: { kind: 'text' },
  },
  optional: ['note'],
};
const good = { version: 2, amount: 5, name: 'abc' };

it.each([
  ['as it must be', good, null],
  ['with more', { ...good, note: 'x', further: 1 }, null],
  ['with nothing for what may be left out', { ...good, note: null }, null],
  ['another version', { ...good, version: 1 }, 'has another version than the protocol version of that header demands.'],
  ['a number as a text', { ...good, amount: '5' }, 'is malformed at amount.'],
  ['a number beyond all', { ...good, amount: Infinity }, 'is malformed at amount.'],
  ['no number', { ...good, amount: NaN }, 'is malformed at amount.'],
  ['a text that is none', { ...good, name: 5 }, 'is malformed at name.'],
  ['a text of another form', { ...good, name: 'ABC' }, 'is malformed at name.'],
  ['a member missing', { version: 2, amount: 5 }, 'lacks name.'],
  ['a list', [good], 'does not hold a JSON object.'],
  ['null', null, 'does not hold a JSON object.'],
])('a value %s', (_what, value, expected) => {
  const fault = shapeFault(SHAPE, value);

  expect(fault && faultPredicate(fault)).toBe(expected);
});

it('the way to a fault is named', () => {
  const outer: Shape = { kind: 'object', members: { inner: SHAPE } };

  expect(shapeFault(outer, { inner: { ...good, amount: null } })).toEqual({ path: ['inner', 'amount'], kind: 'type' });
});
