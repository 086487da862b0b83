import fc from 'fast-check';
import { ROUTES } from '../composition/routes';
import { Matcher } from './match';

const matcher = new Matcher(ROUTES);

/** `operationId {params}`, or what else the path leads to. */
function lead(method: string, path: string): string {
  const match = matcher.match(method, path);
  if (match.kind === 'route') return `${match.route.operationId} ${JSON.stringify(match.pathParams)}`;
  return match.kind === 'method' ? `allow ${match.allow}` : match.kind;
}

describe('the most literal template decides, and only then the method', () => {
  test.each([
    ['GET', '/v1/eol/nodejs', 'service_eol_product {"product":"nodejs"}'],
    ['GET', '/v1/eol/nodejs/24', 'service_eol_cycle {"product":"nodejs","cycle":"24"}'],
    ['GET', '/v1/eol/check', 'service_eol_check_get {}'],
    ['POST', '/v1/eol/check', 'service_eol_check {}'],
    ['DELETE', '/v1/eol/check', 'allow GET, HEAD, POST, OPTIONS'],
    ['POST', '/v1/eol/image', 'allow GET, HEAD, OPTIONS'],
    ['POST', '/v1/eol/nodejs', 'allow GET, HEAD, OPTIONS'],
    ['GET', '/v1/kev/check', 'allow POST, OPTIONS'],
    ['HEAD', '/v1/eol/index', 'service_eol_index {}'],
    ['GET', '/v1/eol/index', 'service_eol_index {}'],
    ['GET', '/v1/eol/%63heck', 'service_eol_check_get {}'],
    ['GET', '/v1/eol/a%2Fb', 'service_eol_product {"product":"a/b"}'],
    ['GET', '/', 'service_home {}'],
    ['GET', '/p/nodejs', 'service_product_page {"product":"nodejs"}'],
    ['GET', '/p/nodejs.ics', 'service_product_calendar {"product":"nodejs"}'],
    ['GET', '/badge/ubuntu/24.04.svg', 'service_badge {"product":"ubuntu","cycle":"24.04"}'],
    ['GET', '/badge/ubuntu/24.04.json', 'service_badge_endpoint {"product":"ubuntu","cycle":"24.04"}'],
    ['GET', '/badge/ubuntu/.svg', 'none'],
    ['GET', '/badge/ubuntu/24.04', 'none'],
    ['POST', '/badge/ubuntu/24.04.svg', 'allow GET, HEAD, OPTIONS'],
    ['GET', '/health', 'service_health {}'],
  ])('%s %s', (method, path, expected) => {
    expect(lead(method, path)).toBe(expected);
  });
});

describe('paths without a route', () => {
  test.each([
    ['/v1/eol/', 'none'],
    ['/v1/eol/nodejs/', 'none'],
    ['//v1/eol/nodejs', 'none'],
    ['/V1/eol/nodejs', 'none'],
    ['/v1/eol/../x', 'none'],
    ['/v1/eol/%2e%2e', 'none'],
    ['/v1/eol/a/b/c', 'none'],
    ['/health/', 'none'],
    ['/nowhere', 'none'],
    ['*', 'none'],
    ['/v1/eol/%zz', 'malformed'],
    ['/v1/eol/%ff', 'malformed'],
  ])('%s', (path, expected) => {
    expect(lead('GET', path)).toBe(expected);
  });
});

test('no path throws', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (path) => void matcher.match('GET', `/${path}`)));
});
