import type { IncomingMessage } from 'node:http';
import { headerValues } from './header-values';

const request = (...rawHeaders: readonly string[]): IncomingMessage => {
  const names = rawHeaders.filter((_, at) => at % 2 === 0);
  const headers = Object.fromEntries(names.map((name) => [name.toLowerCase(), 'joined']));
  return { rawHeaders, headers } as unknown as IncomingMessage;
};

test.each<[string, readonly string[], readonly string[]]>([
  ['that was not sent has none', ['Host', 'x'], []],
  ['has its value, in whatever case its name is', ['Host', 'x', 'X-Payment', 'One'], ['One']],
  [
    'that was sent twice has both values, in their order',
    ['X-PAYMENT', 'b', 'Host', 'x', 'x-payment', 'a'],
    ['b', 'a'],
  ],
  ['whose name another one has for its value has none of it', ['Host', 'x-payment', 'Via', 'y'], []],
  ['may have its own name for a value', ['X-Payment', 'x-payment', 'Host', 'y'], ['x-payment']],
])('a header %s', (_what, raw, values) => {
  expect(headerValues(request(...raw), 'x-payment')).toEqual(values);
});
