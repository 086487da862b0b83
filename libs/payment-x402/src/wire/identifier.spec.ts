import { readIdentifier } from './identifier';

const ID = 'pay_0123456789abcdef';
const none = { ok: true, identifier: null };

it.each([
  ['no extensions', undefined, none],
  ['extensions that are null', null, none],
  ['another extension', { bazaar: {} }, none],
  ['the extension as null', { 'payment-identifier': null }, none],
  ['the echo of the offer', { 'payment-identifier': { info: { required: false } } }, none],
  ['an identifier', { 'payment-identifier': { info: { required: false, id: ID } } }, { ok: true, identifier: ID }],
  ['one that is too short', { 'payment-identifier': { info: { id: 'pay_1' } } }, { ok: false }],
  ['one that is too long', { 'payment-identifier': { info: { id: 'p'.repeat(129) } } }, { ok: false }],
  ['one of other characters', { 'payment-identifier': { info: { id: `${ID}!` } } }, { ok: false }],
  ['a number', { 'payment-identifier': { info: { id: 5 } } }, { ok: false }],
  ['null', { 'payment-identifier': { info: { id: null } } }, { ok: false }],
  ['info that is null', { 'payment-identifier': { info: null } }, { ok: false }],
  ['info that is a text', { 'payment-identifier': { info: ID } }, { ok: false }],
  ['no info', { 'payment-identifier': {} }, { ok: false }],
  ['a text', { 'payment-identifier': ID }, { ok: false }],
])('of a payment with %s', (_what, extensions, expected) => {
  expect(readIdentifier(extensions)).toStrictEqual(expected);
});

it('what is inherited is no member', () => {
  expect(readIdentifier(Object.create({ 'payment-identifier': { info: { id: ID } } }))).toStrictEqual(none);
});
