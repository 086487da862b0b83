import { storedAnswer } from './stored-answer';

test.each<[string, unknown, string | undefined, string, string]>([
  ['bytes', Buffer.from('abc'), undefined, 'abc', 'application/octet-stream'],
  ['bytes of a named type', Buffer.from('abc'), 'image/png', 'abc', 'image/png'],
  ['a text', 'é', undefined, 'é', 'text/plain; charset=utf-8'],
  ['a text of a named type', '<p>', 'text/html', '<p>', 'text/html'],
  ['no text at all', '', undefined, '', 'text/plain; charset=utf-8'],
  ['a value', { a: 'é' }, undefined, '{"a":"é"}', 'application/json; charset=utf-8'],
  ['a value of a named type', [1], 'application/geo+json', '[1]', 'application/geo+json'],
  ['null', null, undefined, 'null', 'application/json; charset=utf-8'],
  ['nought', 0, undefined, '0', 'application/json; charset=utf-8'],
])('an answer that is %s is kept as it is sent', (_what, value, contentType, body, kept) => {
  const answer = storedAnswer(value, contentType);

  expect(answer).toEqual({ status: 200, contentType: kept, body: expect.any(Uint8Array), snapshotIds: [] });
  expect(Buffer.from(answer.body).toString('utf8')).toBe(body);
});

test.each([[undefined], [() => 1], [Symbol('a')]])('what JSON cannot say is no answer: %p', (value) => {
  expect(() => storedAnswer(value, undefined)).toThrow(TypeError);
});
