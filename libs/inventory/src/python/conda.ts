import type { EntryList } from '../entries/entry-list';
import type { FileText, Format } from '../entries/format';
import { addRuntime } from '../syntax/runtime-demand';
import { productOfTool } from '../syntax/runtime-products';
import { ScalarLines } from '../syntax/scalar-lines';
import { arrayAt, stringAt } from '../syntax/values';
import { parseYaml } from '../syntax/yaml';
import { readRequirement } from './requirement';

/**
 * Environments of conda: runtimes are products, and what pip installs in them are packages of PyPI. Packages of conda are of repositories
 * that no dataset is about, and apart. Source: docs.conda.io, "Managing environments"; conda-lock's lockfile of version 1.
 */
export const conda: Format = {
  id: 'conda',
  label: 'environment.yml of conda, and conda-lock.yml',
  matches: (path) => /(?:^|\/)(?:[^/]+\.)?conda-lock\.ya?ml$/.test(path),
  recognizes: (head) => /^channels:/m.test(head) && /^dependencies:[ \t\r]*$/m.test(head),
  read({ text }: FileText, list: EntryList): void {
    const lines = new ScalarLines(text);
    for (const document of parseYaml(text)) {
      for (const dependency of arrayAt(document, 'dependencies')) {
        if (typeof dependency === 'string') addWritten(dependency, lines, list);
        for (const requirement of arrayAt(dependency, 'pip')) {
          if (typeof requirement === 'string') addRequirement(requirement, lines, list);
        }
      }
      for (const item of arrayAt(document, 'package')) addLocked(item, lines, list);
    }
  },
};

/** `channel::name=version=build`, or a name and a range. */
function addWritten(written: string, lines: ScalarLines, list: EntryList): void {
  const line = lines.lineOf('dependencies', written);
  const [, name = written, version = ''] = /^(?:[^\s:]+::)?([\w.-]+)\s*(.*)$/.exec(written) ?? [];
  const exact = /^==?\s*([^\s=*<>!|,]+)(?:=[^=]+)?$/.exec(version)?.[1];
  if (productOfTool(name) !== undefined && version !== '')
    addRuntime(list, { tool: name, written: exact ?? version, where: 'dependencies', line });
  else
    list.addApart(
      `conda ${written}`,
      exact === undefined ? (version === '' ? 'no_version' : 'range') : 'unsupported',
      line,
    );
}

function addRequirement(written: string, lines: ScalarLines, list: EntryList): void {
  const line = lines.lineOf('pip', written);
  const { name, pinned, why } = readRequirement(written.trim());
  if (written.trim().startsWith('-')) list.addApart(written, 'path', line);
  else if (pinned !== undefined) list.addRegistryPackage('pypi', name, pinned, { line });
  else list.addApart(name, why ?? 'unsupported', line);
}

function addLocked(item: unknown, lines: ScalarLines, list: EntryList): void {
  const name = stringAt(item, 'name') ?? '';
  const version = stringAt(item, 'version') ?? '';
  const line = lines.lineOf('name', name);
  const dev = stringAt(item, 'category') === 'dev';
  if (stringAt(item, 'manager') === 'pip') list.addRegistryPackage('pypi', name, version, { line, dev });
  else if (productOfTool(name) !== undefined) addRuntime(list, { tool: name, written: version, where: 'conda', line });
  else list.addApart(`conda ${name}=${version}`, 'unsupported', line);
}
