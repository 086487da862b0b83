import { prepare } from '../evaluate/evaluate';
import { testAdvisory } from '../testing/advisory-source';
import { checkPurls } from './check-purls';

const MODULE = 'example.com/acme/mail';

/** Advisories of one module, fixed in 2.0.0, that name one of its packages. */
const advisories = [
  {
    ...testAdvisory('GO-2026-1'),
    specs: prepare(
      [
        {
          suffix: null,
          ranges: [
            [
              ['i', '0'],
              ['f', '2.0.0'],
            ],
          ],
          versions: [],
        },
      ],
      'Go',
    ),
    imports: [`${MODULE}/Smtp/auth`],
  },
];

const source = {
  covers: () => true,
  advisoriesOf: (_ecosystem: string, names: readonly string[]) =>
    names.flatMap((name) =>
      name === MODULE ? advisories : name === `${MODULE}/smtp/auth` ? [testAdvisory('GHSA-own')] : [],
    ),
  listedAbove: (_ecosystem: string, path: string) => (path.startsWith(`${MODULE}/`) ? MODULE : undefined),
};

const check = (purl: string) => checkPurls(source, [`pkg:golang/${purl}`]).results[0];

describe('a Go path below a listed module', () => {
  it('is judged as its module where an advisory says that it is a package of it', () => {
    expect(check(`${MODULE}/Smtp/auth@v1.0.0`)).toMatchObject({
      resolved: `pkg:golang/${MODULE}/Smtp/auth@v1.0.0`,
      name: MODULE,
      vulnerable: true,
      minimum_safe: null,
    });
    expect(check(`${MODULE}/smtp/auth@v1.0.0`)).toMatchObject({ vulnerability_count: 2 });
    expect(check(`${MODULE}/smtp/auth@v2.1.0`)).toMatchObject({ name: MODULE, vulnerability_count: 1 });
  });

  it('may be a module of its own otherwise: it is unlisted, and the one above it is named', () => {
    expect(check(`${MODULE}/api@v1.0.0`)).toMatchObject({
      known_package: false,
      name: `${MODULE}/api`,
      action: 'check_name',
      advice: `No advisory names ${MODULE}/api: ${MODULE} is listed; where this is a package of that module, ask about the module.`,
    });
    expect(check('example.com/other@v1.0.0')).toMatchObject({
      advice: 'No advisory names example.com/other: make sure that it exists.',
    });
  });
});
