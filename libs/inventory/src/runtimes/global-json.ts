import type { EntryList } from '../entries/entry-list';
import type { FileText, Format } from '../entries/format';
import { parseJsonWithComments } from '../syntax/json';
import { KeySearch } from '../syntax/line-numbers';
import { addRuntime } from '../syntax/runtime-demand';
import { entriesAt, objectAt, stringAt } from '../syntax/values';

/** `global.json`: the SDK of .NET, whose version begins with that of its runtime, and SDKs of MSBuild, which are packages. */
export const globalJson: Format = {
  id: 'global-json',
  label: 'global.json of .NET: sdk.version and msbuild-sdks',
  matches: (path) => /(?:^|\/)global\.json$/.test(path),
  read({ text }: FileText, list: EntryList): void {
    const root = parseJsonWithComments(text);
    const search = new KeySearch(text);
    const written = stringAt(objectAt(root, 'sdk'), 'version');
    if (written !== undefined) {
      addRuntime(list, { tool: 'dotnet', written, where: 'sdk.version', line: search.lineOf(`"${written}"`) });
    }
    for (const [name, version] of entriesAt(root, 'msbuild-sdks')) {
      const details = { line: search.lineOf(`"${name}"`) };
      list.addRegistryPackage('nuget', name, typeof version === 'string' ? version : '', details);
    }
  },
};
