import { EntryList } from '../entries/entry-list';
import { inOneLine } from '../testing/read-cases';
import { MSBUILD } from './msbuild';

const CENTRAL =
  '<Project><PropertyGroup><V>5.0.0</V></PropertyGroup><ItemGroup><PackageVersion Include="Json.Net" Version="$(V)" /></ItemGroup></Project>';
const PROJECT =
  '<Project><ItemGroup><PackageReference Include="json.net" /><PackageReference Include="Other" /></ItemGroup></Project>';

describe('a project of .NET without versions of its own', () => {
  it.each<[string, Readonly<Record<string, string>>, string]>([
    [
      'the nearest central file above',
      { '../../Directory.Packages.props': CENTRAL, '../../../Directory.Packages.props': '<Project/>' },
      'pkg:nuget/json.net@5.0.0 1, Other (no_version) 1',
    ],
    [
      'none that is broken',
      { 'Directory.Packages.props': '<Project>' },
      'Other (no_version) 1, json.net (no_version) 1',
    ],
    ['none where there is none', {}, 'Other (no_version) 1, json.net (no_version) 1'],
  ])('has those of %s', (_which, files, expected) => {
    const list = new EntryList();

    MSBUILD.read({ path: 'a/b/c.csproj', text: PROJECT, near: (path) => files[path] }, list);

    expect(inOneLine(list.entries())).toBe(expected);
  });
});
