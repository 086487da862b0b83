import { listedImage } from './find-row';
import { parseReference } from './reference';
import { exampleTable } from './testing/example-table';
import { wordsOfCycle } from './words-of-cycle';

const table = exampleTable();

describe('the words of tags for a cycle', () => {
  it.each([
    // Codenames of releases, whatever the image.
    ['debian', 'debian', '12', ['bookworm']],
    ['node:20', 'debian', '12', ['bookworm']],
    ['ubuntu', 'ubuntu', '22.04', ['jammy']],
    ['python', 'windows-server-core', '2019', ['ltsc2019', '1809']],
    ['localhost:5000/team/app', 'ubuntu', '22.04', ['jammy']],
    // What the image's own row declares, for its own product alone.
    ['mcr.microsoft.com/mssql/server', 'mssqlserver', '16.0', ['2022']],
    ['mcr.microsoft.com/dotnet/framework/sdk', 'dotnetfx', '3.5-sp1', ['3.5']],
    ['mcr.microsoft.com/mssql/server', 'debian', '16.0', []],
    ['mcr.microsoft.com/mssql/server', 'debian', '12', ['bookworm']],
    ['mssql/server', 'mssqlserver', '16.0', []],
    // What both name is named once.
    ['mcr.microsoft.com/windows/servercore', 'windows-server-core', '2019', ['1809', 'ltsc2019']],
    // A cycle that has none, and a product that has none.
    ['debian', 'debian', '99', []],
    ['redis', 'redis', '7.2', []],
  ])('%s, %s %s: %j', (image, product, cycle, words) => {
    const reference = parseReference(image);
    if ('fault' in reference) throw new Error(reference.fault);

    expect(wordsOfCycle(listedImage(reference, table), product, cycle, table)).toEqual(words);
  });
});
