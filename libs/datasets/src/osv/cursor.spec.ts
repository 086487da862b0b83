import { cursorOf, toValidators } from './cursor';

const URL = 'https://bucket.test/';
const CURSOR = { fullAtMs: 1_790_000_000_000, seen: { npm: '2026-11-20T06:22:05Z' } };

it('a cursor is read again of its own bucket, and of no other', () => {
  const validators = toValidators(URL, CURSOR);

  expect(validators).toMatchObject({ url: URL, lastModified: null });
  expect(cursorOf(validators, URL)).toEqual(CURSOR);
  expect(cursorOf(validators, 'https://mirror.test/')).toBeUndefined();
});

it.each([
  ['nothing', null],
  ['the tag of a document', '"33a64df5"'],
  ['half a cursor', '{"fullAtMs":1'],
  ['a text', '"x"'],
  ['a list', '[]'],
  ['nothing in JSON', 'null'],
  ['a time that is a text', '{"fullAtMs":"1","seen":{}}'],
  ['no time', '{"seen":{}}'],
  ['nothing seen', '{"fullAtMs":1}'],
  ['null seen', '{"fullAtMs":1,"seen":null}'],
  ['a text seen', '{"fullAtMs":1,"seen":"npm"}'],
])('%s is no cursor', (_what, etag) => {
  expect(cursorOf({ url: URL, etag, lastModified: null }, URL)).toBeUndefined();
});
