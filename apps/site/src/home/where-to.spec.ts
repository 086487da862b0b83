import { whereTo } from './where-to';

describe('a pasted text', () => {
  it.each([
    ['node:18-alpine3.18', '/image?image=node%3A18-alpine3.18'],
    [' ghcr.io/acme/api \n', '/image?image=ghcr.io%2Facme%2Fapi'],
    [
      'FROM --platform=$BUILDPLATFORM node:20 AS build',
      `/image?image=${encodeURIComponent('FROM --platform=$BUILDPLATFORM node:20 AS build')}`,
    ],
    ['nodejs 18', '/?q=nodejs%2018'],
    ['Visual C++', '/?q=Visual%20C%2B%2B'],
  ])('%j leads to %s', (text, href) => expect(whereTo(text)).toEqual({ href }));

  it.each(['FROM node:18\nRUN npm ci', '{"lockfileVersion":3}', 'django==3.2.25', '# yarn lockfile v1\n', 'a: "b"'])(
    '%j is read as a file',
    (text) => expect(whereTo(text)).toBe('read'),
  );
});
