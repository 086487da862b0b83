import { isPage } from './is-page';

test.each([
  ['/', true],
  ['/products/nodejs?x=1', true],
  ['/badges/nodejs.svg', true],
  ['http://x', true],
  ['http://x/products/nodejs', true],
  ['/v1', true],
  ['/v1/eol/nodejs', false],
  ['http://x/v1/eol/nodejs?as_of=2026-01-01', false],
  ['HTTPS://user@x:8402/v1/eol/nodejs', false],
  ['/livez', false],
  ['/livez?x=1', false],
  ['http://x/readyz', false],
  ['/health', false],
  ['/openapi.json', false],
  ['http://x/openapi.json#', false],
  ['/.well-known/jwks.json', false],
])('%s is made for people: %s', (url, expected) => expect(isPage(url)).toBe(expected));
