import { EntryList } from '../entries/entry-list';
import { inOneLine } from '../testing/read-cases';
import { POM_XML } from './pom-xml';

const dependency = (group: string, name: string, more = ''): string =>
  `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId>${more}</dependency>`;

const ROOT = `<project>
  <parent><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-parent</artifactId><version>2.7.18</version><relativePath/></parent>
  <groupId>com.acme</groupId><artifactId>root</artifactId><version>\${revision}</version>
  <properties><revision>5.0</revision><a.version>1.0</a.version><b.version>2.0</b.version></properties>
  <dependencyManagement><dependencies>
    ${dependency('a', 'a', '<version>${a.version}</version>')}
    ${dependency('b', 'b', '<version>${b.version}</version>')}
    ${dependency('com.acme', 'sibling', '<version>${project.version}</version>')}
  </dependencies></dependencyManagement>
</project>`;

const MIDDLE = `<project>
  <parent><groupId>com.acme</groupId><artifactId>root</artifactId><version>\${revision}</version><relativePath>../../pom.xml</relativePath></parent>
  <artifactId>middle</artifactId>
  <properties><b.version>2.1</b.version></properties>
</project>`;

const CHILD = `<project>
  <parent><groupId>com.acme</groupId><artifactId>middle</artifactId><version>5.0</version></parent>
  <artifactId>child</artifactId>
  <dependencies>
    ${dependency('a', 'a')}
    ${dependency('b', 'b')}
    ${dependency('com.acme', 'sibling')}
    ${dependency('org.springframework.boot', 'spring-boot')}
    ${dependency('c', 'c')}
  </dependencies>
</project>`;

function read(text: string, files: Readonly<Record<string, string>>): string {
  const list = new EntryList();
  POM_XML.read({ path: 'pom.xml', text, near: (path) => files[path] }, list);
  return inOneLine(list.entries());
}

describe('a POM whose parents lie in the same project', () => {
  it('has the properties and managed versions of the nearest, put in for itself', () => {
    const files = { '../pom.xml': MIDDLE, '../../../pom.xml': ROOT };

    expect(read(CHILD, files)).toBe(
      'pkg:maven/a/a@1.0 5, pkg:maven/b/b@2.1 6, pkg:maven/org.springframework.boot/spring-boot@2.7.18 8, c:c (no_version) 9, com.acme:sibling (workspace) 7',
    );
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['is not there', {}],
    ['is another one', { '../pom.xml': ROOT }],
    ['is no XML', { '../pom.xml': '<project>' }],
    ['is no POM', { '../pom.xml': '<settings/>' }],
  ])('names it where it %s', (_why, files) => {
    expect(read(CHILD, files)).toBe(
      'pkg:maven/com.acme/middle@5.0 2, a:a (no_version) 5, b:b (no_version) 6, c:c (no_version) 9, com.acme:sibling (no_version) 7, org.springframework.boot:spring-boot (no_version) 8',
    );
  });

  it('takes the file in a folder that is named, and none where it is said to be in a repository', () => {
    const asks = (place: string) => CHILD.replace('</parent>', `${place}</parent>`);
    const files = { '../up/pom.xml': MIDDLE, '../pom.xml': MIDDLE };

    expect(read(asks('<relativePath>../up/</relativePath>'), files)).not.toMatch(/middle/);
    expect(read(asks('<relativePath>../up</relativePath>'), files)).not.toMatch(/middle/);
    expect(read(asks('<relativePath></relativePath>'), files)).toMatch(/pkg:maven\/com\.acme\/middle@5\.0/);
  });

  it('ends where parents are their own parents', () => {
    const own = MIDDLE.replaceAll('root', 'middle').replace('../../pom.xml', 'pom.xml');

    expect(read(own, { 'pom.xml': own })).toBe('');
  });
});
