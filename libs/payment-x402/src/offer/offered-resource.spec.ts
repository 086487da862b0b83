import { offeredResource } from './offered-resource';

describe('what an offer calls a resource', () => {
  const base = 'https://api.example.com';
  it.each([
    ['its URL', `${base}/v1/eol/nodejs/20`, '/v1/eol/{product}/{cycle}', `${base}/v1/eol/nodejs/20`],
    [
      'its route, where the query is long',
      `${base}/v1/eol/check?items=${'a'.repeat(480)}`,
      '/v1/eol/check',
      `${base}/v1/eol/check`,
    ],
    [
      'its route, where the path is long',
      `${base}/v1/eol/${'a'.repeat(480)}/1`,
      '/v1/eol/{product}/{cycle}',
      `${base}/v1/eol/:product/:cycle`,
    ],
  ])('is %s', (_name, called, path, offered) => {
    expect(offeredResource(called, base, path)).toBe(offered);
  });
});
