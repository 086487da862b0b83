import type { EntryList } from '../entries/entry-list';
import type { FileText, Format } from '../entries/format';
import { parseJson } from '../syntax/json';
import { KeySearch } from '../syntax/line-numbers';
import { addRuntime } from '../syntax/runtime-demand';
import { entriesAt, objectAt, stringAt, valueAt } from '../syntax/values';

/** The runtimes and package managers that `package.json` demands; its dependencies are those of the lockfile. */
export const packageJson: Format = {
  id: 'package-json',
  label: 'package.json: engines, devEngines, packageManager and volta',
  matches: (path) => /(?:^|\/)package\.json$/.test(path),
  read({ text }: FileText, list: EntryList): void {
    const root = parseJson(text);
    const demands = new Demands(text, list);
    for (const [tool, written] of entriesAt(root, 'engines')) demands.add(tool, written, `engines.${tool}`);
    for (const key of ['runtime', 'packageManager']) {
      const value = valueAt(objectAt(root, 'devEngines'), key);
      for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
        const tool = stringAt(one, 'name');
        if (tool !== undefined) demands.add(tool, stringAt(one, 'version') ?? '*', `devEngines.${key} ${tool}`);
      }
    }
    demands.packageManager(stringAt(root, 'packageManager'));
    for (const [tool, written] of entriesAt(root, 'volta')) {
      if (tool !== 'extends') demands.add(tool, written, `volta.${tool}`);
    }
  },
};

class Demands {
  private readonly search: KeySearch;

  constructor(
    text: string,
    private readonly list: EntryList,
  ) {
    this.search = new KeySearch(text);
  }

  add(tool: string, written: unknown, where: string): void {
    if (typeof written !== 'string') return;
    const line = this.search.lineOf(`"${written}"`);
    // The package manager of Node.js is a package, and no product.
    if (tool === 'npm' && EXACT.test(written)) this.list.addRegistryPackage('npm', tool, written, { line });
    else addRuntime(this.list, { tool, written, where, line });
  }

  /** `pnpm@8.6.0+sha256.…`, as Corepack reads it; some versions are addresses. */
  packageManager(whole: string | undefined): void {
    if (whole === undefined) return;
    const line = this.search.lineOf(`"${whole}"`);
    const [, tool, written] = /^([a-z]+)@(\d[^+]*)/.exec(whole) ?? [];
    if (tool === undefined || written === undefined) this.list.addApart(whole, 'url', line);
    else if (tool === 'npm') this.list.addRegistryPackage('npm', tool, written, { line });
    else addRuntime(this.list, { tool, written, where: `packageManager ${tool}`, line });
  }
}

const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;
