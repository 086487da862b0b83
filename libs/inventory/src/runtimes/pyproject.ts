import type { EntryList } from '../entries/entry-list';
import type { FileText, Format } from '../entries/format';
import { KeySearch } from '../syntax/line-numbers';
import { addRuntime } from '../syntax/runtime-demand';
import { parseToml } from '../syntax/toml';
import { objectAt, stringAt, valueAt } from '../syntax/values';

/** The Python that `pyproject.toml` demands (PEP 621, Poetry); its dependencies are those of the lockfile. */
export const pyproject: Format = {
  id: 'pyproject',
  label: 'pyproject.toml: requires-python and the python of Poetry',
  matches: (path) => /(?:^|\/)pyproject\.toml$/.test(path),
  read({ text }: FileText, list: EntryList): void {
    const root = parseToml(text);
    const search = new KeySearch(text);
    const add = (written: string | undefined, where: string): void => {
      if (written === undefined) return;
      // Strictly greater is another thing by PEP 440 than by Poetry, which reads it so as well.
      addRuntime(list, { tool: 'python', written, where, excludesVersionOnly: true, line: search.lineOf(written) });
    };
    add(stringAt(objectAt(root, 'project'), 'requires-python'), 'requires-python');
    const poetry = valueAt(objectAt(objectAt(objectAt(root, 'tool'), 'poetry'), 'dependencies'), 'python');
    add(typeof poetry === 'string' ? poetry : stringAt(poetry, 'version'), 'tool.poetry.dependencies.python');
  },
};
