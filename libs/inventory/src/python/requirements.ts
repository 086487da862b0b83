import type { EntryList } from '../entries/entry-list';
import type { FileText, Format } from '../entries/format';
import { packageUrl } from '../entries/purl';
import { logicalLines, type LogicalLine } from './logical-lines';
import { readRequirement, reasonOfAddress } from './requirement';

/**
 * Requirements of pip, as `pip freeze` and `pip-compile` write them too: pinned ones (`==`, `===`) are packages, also those that a
 * constraints file pins, and all others are listed apart. Files of `-r` are read by themselves. Source: pip.pypa.io, "Requirements File
 * Format" and "Constraints Files".
 */
export const requirements: Format = {
  id: 'requirements',
  label: 'requirements*.txt of pip (pinned lines)',
  matches: (path) => /(?:^|\/)(?:[^/]*requirements[^/]*|requirements\/[^/]+)\.txt$/i.test(path),
  read(file, list) {
    const lines = logicalLines(file.text);
    const constraints = constraintsOf(lines, file);
    const seen = new Set<string>();
    for (const { content, line } of lines) {
      // The same again is the same entry, with the first line.
      if (seen.has(content)) continue;
      seen.add(content);
      if (content.startsWith('-')) addOption(content, line, list);
      else addRequirement(withoutOptions(content), line, constraints, list);
    }
  },
};

const OPTION = /^(-r|--requirement|-c|--constraint|-e|--editable)(?:\s*=?\s*)(.*)$/s;

/** Options that name packages or files; all others say how to install. */
function addOption(content: string, line: number, list: EntryList): void {
  const [, option = '', value = ''] = OPTION.exec(content) ?? [];
  if (option === '') return;
  const why = value.includes('$') ? 'variable' : (reasonOfAddress(value) ?? 'path');
  if (option === '-e' || option === '--editable') return list.addApart(value, why, line);
  list.addApart(`${option} ${value}`, why, line);
  if (isRequirementFile(option) && why === 'path')
    list.addReference({ path: value, format: 'requirements', isPart: true, line });
}

function isRequirementFile(option: string): boolean {
  return option === '-r' || option === '--requirement';
}

/** More files of constraints are not looked at. */
const CONSTRAINT_FILES_MAX = 20;

/** Versions by the package URL of their package, as far as files of constraints can be read: they say what is installed, if it is. */
function constraintsOf(lines: readonly LogicalLine[], { near }: FileText): ReadonlyMap<string, string> {
  const versions = new Map<string, string>();
  const paths = lines.flatMap(({ content }) => {
    const [, option = '', value = ''] = OPTION.exec(content) ?? [];
    return option === '-c' || option === '--constraint' ? [value] : [];
  });
  for (const path of near === undefined ? [] : paths.slice(0, CONSTRAINT_FILES_MAX)) {
    for (const { content } of logicalLines(near?.(path) ?? '')) {
      const { of, pinned } = readRequirement(withoutOptions(content));
      if (of !== undefined && pinned !== undefined) versions.set(keyOf(of), pinned);
    }
  }
  return versions;
}

/** The same of all spellings of a name. */
function keyOf(name: string): string {
  return packageUrl('pypi', name, '0') ?? name;
}

/** Options of one requirement follow it: `name==1.0 --hash=sha256:…`. */
function withoutOptions(content: string): string {
  const option = /\s-/.exec(content);
  return option === null ? content : content.slice(0, option.index);
}

function addRequirement(
  content: string,
  line: number,
  constraints: ReadonlyMap<string, string>,
  list: EntryList,
): void {
  const { name, of, pinned, why } = readRequirement(content);
  const isOpen = why === 'no_version' || why === 'range';
  const version = isOpen && of !== undefined ? constraints.get(keyOf(of)) : pinned;
  if (of !== undefined && version !== undefined) list.addRegistryPackage('pypi', of, version, { line });
  else list.addApart(name, why ?? 'unsupported', line);
}
