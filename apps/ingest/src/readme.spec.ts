import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_VARIABLES } from './config-variables';

describe('the README', () => {
  it('documents exactly the variables that are read', () => {
    const readme = readFileSync(join(__dirname, '../README.md'), 'utf8');
    const rows = [...readme.matchAll(/^\| `(\w+)`\s*\| (.*?)\s*\| (.*?)\s*\|$/gm)].map(
      ([, name, fallback, meaning]) => ({
        name,
        fallback: fallback!.replaceAll('`', ''),
        meaning,
      }),
    );

    expect(rows).toEqual(CONFIG_VARIABLES);
  });
});
