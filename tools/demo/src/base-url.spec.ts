import { baseUrlOf } from './base-url';

it.each([
  [{}, 'http://127.0.0.1:8402'],
  [{ PORT: '9001' }, 'http://127.0.0.1:9001'],
  [{ PORT: ' ' }, 'http://127.0.0.1:8402'],
  [{ BASE_URL: 'http://127.0.0.1:9002' }, 'http://127.0.0.1:9002'],
  [{ BASE_URL: 'http://127.0.0.1:9002/', PORT: '9001' }, 'http://127.0.0.1:9002'],
  [{ PUBLIC_BASE_URL: 'https://api.example.com//', PORT: '9001' }, 'https://api.example.com'],
  [{ BASE_URL: 'http://127.0.0.1:9002', PUBLIC_BASE_URL: 'https://api.example.com' }, 'http://127.0.0.1:9002'],
  [{ BASE_URL: '', PUBLIC_BASE_URL: 'https://api.example.com' }, 'https://api.example.com'],
])('with %j the service is looked for at %s', (environment, expected) => {
  expect(baseUrlOf(environment)).toBe(expected);
});
