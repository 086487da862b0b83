import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_VARIABLES } from './config-variables';

const textOf = (path: string): string => readFileSync(join(__dirname, path), 'utf8');

describe('the documents', () => {
  it('the README documents exactly the variables that are read', () => {
    const rows = [...textOf('../../README.md').matchAll(/^\| `(\w+)`\s*\| (.*?)\s*\| (.*?)\s*\|$/gm)].map(
      ([, name, fallback, meaning]) => ({
        name,
        fallback: fallback!.replaceAll('`', ''),
        meaning,
      }),
    );

    expect(rows).toEqual(CONFIG_VARIABLES);
  });

  it('docs/configuration.md lists the same ones', () => {
    const [, section = ''] = textOf('../../../../docs/configuration.md').split(/^## Ingest$/m);
    const names = [...section.split(/^## /m)[0]!.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);

    expect(names).toEqual(CONFIG_VARIABLES.map(({ name }) => name));
  });
});
