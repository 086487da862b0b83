import { readFileSync } from 'node:fs';

const [, code = ''] = /```js\n([^]*?)```/.exec(readFileSync(`${__dirname}/../README.md`, 'utf8')) ?? [];

test('the example of README.md prints what it says', () => {
  const printed: unknown[] = [];
  const run = new Function('require', 'console', code) as (require: unknown, console: object) => void;

  run(require, { log: (value: unknown) => printed.push(String(value)) });

  expect(printed).toEqual([...code.matchAll(/console\.log.*\/\/ → (.*)/g)].map(([, said]) => said));
  expect(printed).toEqual(['4.17.21']);
});
