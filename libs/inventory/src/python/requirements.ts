import type { EntryList } from '../entries/entry-list';
import type { Format } from '../entries/format';
import { logicalLines } from './logical-lines';
import { readRequirement, reasonOfAddress } from './requirement';

/**
 * Requirements of pip, as `pip freeze` and `pip-compile` write them too: pinned ones (`==`, `===`) are packages, all others are listed
 * apart. Source: pip.pypa.io, "Requirements File Format".
 */
export const requirements: Format = {
  id: 'requirements',
  label: 'requirements*.txt of pip (pinned lines)',
  matches: (path) => /(?:^|\/)(?:[^/]*requirements[^/]*|requirements\/[^/]+)\.txt$/i.test(path),
  read({ text }, list) {
    const seen = new Set<string>();
    for (const { content, line } of logicalLines(text)) {
      // The same again is the same entry, with the first line.
      if (seen.has(content)) continue;
      seen.add(content);
      if (content.startsWith('-')) addOption(content, line, list);
      else addRequirement(withoutOptions(content), line, list);
    }
  },
};

const OPTION = /^(-r|--requirement|-c|--constraint|-e|--editable)(?:\s*=?\s*)(.*)$/s;

/** Options that name packages or files; all others say how to install. */
function addOption(content: string, line: number, list: EntryList): void {
  const [, option = '', value = ''] = OPTION.exec(content) ?? [];
  if (option === '') return;
  if (option !== '-e' && option !== '--editable') list.addApart(`${option} ${value}`, 'path', line);
  else list.addApart(value, value.includes('${') ? 'variable' : (reasonOfAddress(value) ?? 'path'), line);
}

/** Options of one requirement follow it: `name==1.0 --hash=sha256:…`. */
function withoutOptions(content: string): string {
  const option = /\s-/.exec(content);
  return option === null ? content : content.slice(0, option.index);
}

function addRequirement(content: string, line: number, list: EntryList): void {
  const { name, pinned, why } = readRequirement(content);
  if (pinned !== undefined) list.addRegistryPackage('pypi', name, pinned, { line });
  else list.addApart(name, why ?? 'unsupported', line);
}
