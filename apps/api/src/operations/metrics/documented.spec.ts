import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Metrics } from './metrics';

const page = readFileSync(join(__dirname, '../../../../../docs/metrics.md'), 'utf8');

/** The rows of a section's table, without their padding. */
const rowsOf = (title: string): readonly (readonly string[])[] => {
  const section = page.split(`\n## ${title}\n`)[1]!.split(/^## /m)[0]!;
  return [...section.matchAll(/^\| (`.*) \|$/gm)].map(([, row]) => row!.split('|').map((cell) => cell.trim()));
};

test('docs/metrics.md lists the metrics of the API as they are, in their order', async () => {
  const own = (await new Metrics().described()).filter(({ name }) => name.startsWith('stackcheck_'));

  expect(own.length).toBeGreaterThan(20);
  expect(rowsOf('API')).toEqual(
    own.map(({ name, kind, help, labels }) => [
      `\`${name}${labels.length > 0 ? `{${labels.join(',')}}` : ''}\``,
      kind,
      help,
    ]),
  );
});

test('what it says of the process is there, too', async () => {
  const known = new Set((await new Metrics().described()).map(({ name }) => name));
  const named = rowsOf('The process').map(([name]) => name!.slice(1, -1).replace(/\{.*$/, ''));

  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});
