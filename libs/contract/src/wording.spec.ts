import { asClause, isPlainText, keepSentName, nameSent, placeOf, quoted } from './wording';

it.each([
  ['plain text', true],
  ['Grüße 😀 \u00a0', true],
  ['a\u0000b', false],
  ['a\nb', false],
  ['\u001f', false],
  ['\u007f', false],
  ['\u009f', false],
  ['a\ud800b', false],
])('%j can be logged as it is: %s', (text, isPlain) => expect(isPlainText(text)).toBe(isPlain));

it.each([
  ['node', 9, '"node"'],
  ['nodejs', 4, '"node"'],
  ['a\nb\ud800c', 9, '"a\ufffdb\ufffdc"'],
  ['😀😀😀', 2, '"😀😀"'],
])('the name %j is quoted in at most %i characters', (name, max, shown) => expect(quoted(name, max)).toBe(shown));

it('a list is called what its caller called it', () => {
  const [sent, own] = [[], []];
  keepSentName(sent, 'packages');

  expect([nameSent(sent, 'purls'), nameSent(own, 'purls')]).toEqual(['packages', 'purls']);
});

it('the place of a member names its parent where there is one', () =>
  expect([placeOf('', 'items'), placeOf('policy', 'fail_on')]).toEqual(['items', 'policy.fail_on']));

it.each([
  ['Name a release.', 'name a release'],
  ['name a release', 'name a release'],
  ['Did you mean 3.12?', 'did you mean 3.12?'],
  ['', ''],
])('%j is %j within a sentence', (sentence, clause) => expect(asClause(sentence)).toBe(clause));
