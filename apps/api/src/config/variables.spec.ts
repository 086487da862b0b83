import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_VARIABLES } from './variables';

test('docs/configuration.md lists exactly the variables that are read', () => {
  const page = readFileSync(join(__dirname, '../../../../docs/configuration.md'), 'utf8');
  const section = page.split(/^## API$/m)[1]!.split(/^## /m)[0]!;
  const names = [...section.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);

  expect(names.sort()).toEqual(CONFIG_VARIABLES.map(({ name }) => name).sort());
});
