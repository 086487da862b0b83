import { ROUTES } from '@stackcheck/api';
import { existsSync, readFileSync } from 'node:fs';
import { LATER_ROUTES, SPECIFIED_DATASETS, SPECIFIED_ROUTES } from './specified-routes';
import { inRoot, repositoryFiles, textOf } from './workspace';

const SOURCES = 'apps/api/src';
/** The list of the catalogue, and the list of all routes, which adds the pages. */
const LISTS = [`${SOURCES}/catalogue/catalogue.ts`, `${SOURCES}/composition/routes.ts`];

describe('the lists of routes', () => {
  it('hold every *.route.ts file: a route that is not listed is not served', () => {
    const lists = LISTS.map((file) => textOf(file)).join('');
    const routes = repositoryFiles(inRoot(SOURCES)).filter((file) => file.endsWith('.route.ts'));

    const missing = routes.filter(
      (file) => !lists.includes(`/${file.slice(SOURCES.length + 1, -'.ts'.length).replace(/^catalogue\//, '')}'`),
    );

    expect(routes.length).toBeGreaterThan(0);
    expect(missing).toEqual([]);
  });
});

const nameOf = ({ method, path }: { readonly method: string; readonly path: string }) => `${method} ${path}`;

const OURS = [...SPECIFIED_ROUTES, ...LATER_ROUTES];

describe('the catalogue and the specification', () => {
  it.each(OURS.map((route) => [nameOf(route), route] as const))('has %s', (name, { price }) => {
    const served = ROUTES.find((route) => nameOf(route) === name);

    expect(served && (served.price === 'free' ? 'free' : 'paid')).toBe(price);
  });

  it('are one list: whatever is sold is specified, and nothing is listed twice', () => {
    const specified = new Set(OURS.map(nameOf));
    const served = ROUTES.map(nameOf);

    expect(new Set(served).size).toBe(served.length);
    expect(ROUTES.filter((route) => route.price !== 'free' && !specified.has(nameOf(route)))).toEqual([]);
  });

  it('leave no route unanswered', () => {
    expect(ROUTES.filter((route) => route.implemented === false).map(nameOf)).toEqual([]);
  });
});

/** The service specification is read from the corpora's folder, where they are present. */
const SPECIFICATION = inRoot(process.env['CORPORA_DIR'] ?? '../shared/corpora', '..', 'spec', 'service.md');
const there = existsSync(SPECIFICATION);

(there ? describe : describe.skip)(
  `our list of specified routes and sections 4 and 6 of ../shared/spec/service.md${there ? '' : ' (missing)'}`,
  () => {
    it('name the same paths', () => {
      const text = /^## 4\.[\s\S]*?(?=^## 7\.)/m.exec(readFileSync(SPECIFICATION, 'utf8'))?.[0] ?? '';
      const written = [...text.matchAll(/\b(GET|POST) (\/[\w/.{}]*[\w}])/g)].map(
        ([, method, path]) => `${method} ${path}`,
      );
      const meant = written.flatMap((name) =>
        name.includes('{dataset}') ? SPECIFIED_DATASETS.map((dataset) => name.replace('{dataset}', dataset)) : [name],
      );
      const ours = new Set(SPECIFIED_ROUTES.map(nameOf));

      expect(new Set(meant).size).toBeGreaterThan(15);
      expect([...new Set(meant)].filter((name) => !ours.has(name))).toEqual([]);
      // The manifests of the other datasets follow from the field manifest_url of every answer.
      expect([...ours].filter((name) => !meant.includes(name))).toEqual([
        'GET /v1/kev/manifest',
        'GET /v1/models/manifest',
        'GET /v1/osv/manifest',
      ]);
    });
  },
);
