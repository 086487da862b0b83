import * as fc from 'fast-check';
import { tagRoles, type NamedPart } from './tag-roles';

const NODE: NamedPart = { role: 'image', product: 'nodejs', version: '18' };

describe('the pieces of a tag', () => {
  it.each<[string, NamedPart[], (string | null)[]]>([
    [
      '18-alpine3.18',
      [NODE, { role: 'base_os', product: 'alpine-linux', version: '3.18' }],
      ['image', null, 'base_os'],
    ],
    [
      '18-bookworm-slim',
      [NODE, { role: 'base_os', product: 'debian', version: 'bookworm' }],
      ['image', null, 'base_os', null, null],
    ],
    [
      '18-slim',
      [NODE, { role: 'base_os', product: 'debian', version: null, codename: 'Slim Thing' }],
      ['image', null, 'base_os'],
    ],
    [
      '9-jdk17',
      [
        { role: 'image', product: 'tomcat', version: '9' },
        { role: 'runtime', product: 'jdk', version: '17' },
      ],
      ['image', null, 'runtime'],
    ],
    ['latest', [{ role: 'image', product: null, version: null }], [null]],
  ])('%s have the roles of its parts', (tag, parts, roles) => {
    expect(tagRoles(tag, parts).map(({ role }) => role)).toEqual(roles);
  });

  it('are the whole tag, whatever it is (property)', () => {
    fc.assert(
      fc.property(fc.string(), (tag) => {
        expect(
          tagRoles(tag, [NODE])
            .map(({ text }) => text)
            .join(''),
        ).toBe(tag);
      }),
    );
  });
});
