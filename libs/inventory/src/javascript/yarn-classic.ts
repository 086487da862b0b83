import type { EntryList } from '../entries/entry-list';
import { UnreadableFileError } from '../entries/format';
import { eachLine } from '../syntax/lines';
import { aliasedPackage, apartReasonOf, splitSpecifier } from './package-source';

/** The lines of an entry that matter. */
interface Entry {
  /** The first of the ranges that it stands for: `name@^1.0.0`. */
  readonly specifier: string;
  readonly line: number;
  version?: string;
  resolved?: string;
}

/**
 * A lockfile of yarn 1: ranges that end with a colon, then members by two blanks and a value after one, in quotes or without.
 * Lines that are neither are problems; they are what a merge leaves.
 * @throws UnreadableFileError where no line is an entry though there are some, or there are too many
 */
export function readYarnClassic(text: string, list: EntryList): void {
  const found: { entry?: Entry; entries: number; strange?: number } = { entries: 0 };
  eachLine(text, (written, line) => {
    const content = written.trimEnd();
    if (content === '' || content.startsWith('#')) return;
    if (content.startsWith(' ')) {
      if (found.entry !== undefined) readMember(content, found.entry);
      return;
    }
    addEntry(found.entry, list);
    delete found.entry;
    if (!content.endsWith(':')) found.strange ??= line;
    else {
      found.entry = { specifier: firstSpecifier(content), line };
      found.entries++;
    }
  });
  addEntry(found.entry, list);
  const { entries, strange } = found;
  if (strange === undefined) return;
  if (entries === 0) throw new UnreadableFileError(`is no lockfile of yarn (line ${strange})`, strange);
  list.addProblem(
    'has lines that are no entries of a lockfile of yarn, such as a merge leaves; run yarn install',
    strange,
  );
}

/** Of the ranges before the colon, each in quotes where it holds blanks, commas or colons. */
function firstSpecifier(header: string): string {
  if (header.startsWith('"')) return header.slice(1, header.indexOf('"', 1));
  const comma = header.indexOf(',');
  return header.slice(0, comma === -1 ? -1 : comma);
}

const MEMBER = /^ {2}"?(version|resolved)"? "?([^"]*)/;

function readMember(content: string, entry: Entry): void {
  const [, key, value] = MEMBER.exec(content) ?? [];
  if (key === 'version') entry.version = value ?? '';
  else if (key === 'resolved') entry.resolved = value ?? '';
}

function addEntry(entry: Entry | undefined, list: EntryList): void {
  if (entry === undefined) return;
  const { line, version = '', resolved } = entry;
  const specifier = splitSpecifier(entry.specifier);
  const { name } = aliasedPackage(specifier.version) ?? specifier;
  const reason = apartReasonOf(resolved ?? specifier.version);
  if (reason === undefined) list.addRegistryPackage('npm', name, version, { line });
  else list.addApart(`${name}@${resolved ?? specifier.version}`, reason, line);
}
