import { existsSync } from 'node:fs';
import { inRoot, repositoryFiles, textOf } from './workspace';

const ROUTES = 'apps/api/src/routes';
const CATALOGUE = `${ROUTES}/catalogue.ts`;

describe('routes/catalogue.ts', () => {
  it('lists every *.route.ts file: a route that is not listed is not served', () => {
    const catalogue = existsSync(inRoot(CATALOGUE)) ? textOf(CATALOGUE) : '';
    const routes = repositoryFiles(inRoot(ROUTES)).filter((file) => file.endsWith('.route.ts'));

    const missing = routes.filter((file) => !catalogue.includes(`'./${file.slice(ROUTES.length + 1, -'.ts'.length)}'`));

    expect(routes.length).toBeGreaterThan(0);
    expect(missing).toEqual([]);
  });
});
