import type { EntryList } from '../entries/entry-list';
import { UnreadableFileError } from '../entries/format';
import { FILE_LIMITS } from '../entries/limits';
import { tooMany } from '../syntax/fault';
import { eachLine } from '../syntax/lines';
import { readSpdx2 } from './spdx2';

/** A package with the members that are read, under the names that they have in JSON. */
interface TaggedPackage {
  [member: string]: unknown;
  /** Whether its line is that of a package URL. */
  hasPlace: boolean;
  readonly externalRefs: { readonly referenceType: string; readonly referenceLocator: string }[];
}

/**
 * An SPDX 2 document in tags and values, as the one in JSON that says the same of its packages. Source: SPDX 2.3, clauses 6 to 12 and
 * "Tag/value format".
 * @throws UnreadableFileError
 */
export function readSpdxTags(text: string, list: EntryList): void {
  const packages: TaggedPackage[] = [];
  const lines = new Map<unknown, number>();
  let spdxVersion: string | undefined;
  let current: TaggedPackage | undefined;
  eachTag(text, (tag, value, line) => {
    if (tag === 'SPDXVersion') spdxVersion ??= value;
    else if (tag === 'PackageName') {
      if (packages.length >= FILE_LIMITS.entriesMax) throw tooMany('packages', FILE_LIMITS.entriesMax);
      current = { name: value, hasPlace: false, externalRefs: [] };
      packages.push(current);
      lines.set(current, line);
    } else if (OTHER_SECTIONS.has(tag)) current = undefined;
    else if (current !== undefined) addTo(current, tag, value, () => lines.set(current, line));
  });
  if (spdxVersion === undefined) throw new UnreadableFileError('is no SPDX document: it has no line SPDXVersion');
  readSpdx2({ spdxVersion, packages }, { lineOf: (_member, _value, item) => lines.get(item) }, list);
}

const OTHER_SECTIONS: ReadonlySet<string> = new Set(['FileName', 'SnippetSPDXID', 'LicenseID']);
const MEMBERS: ReadonlyMap<string, string> = new Map([
  ['PackageVersion', 'versionInfo'],
  ['SPDXID', 'SPDXID'],
  ['PrimaryPackagePurpose', 'primaryPackagePurpose'],
]);

function addTo(item: TaggedPackage, tag: string, value: string, isNamedHere: () => void): void {
  const member = MEMBERS.get(tag);
  if (member !== undefined) item[member] ??= value;
  if (tag !== 'ExternalRef') return;
  const [, referenceType = '', referenceLocator = ''] = value.split(/\s+/, 3);
  if (!item.hasPlace && referenceType.endsWith('purl')) {
    item.hasPlace = true;
    isNamedHere();
  }
  item.externalRefs.push({ referenceType, referenceLocator });
}

/** Calls `visit` with each tag and its value; a value in `<text>` may go on over lines, of which the first is the tag's. */
function eachTag(text: string, visit: (tag: string, value: string, line: number) => void): void {
  let isInText = false;
  eachLine(text, (content, line) => {
    if (isInText) {
      isInText = !content.includes('</text>');
      return;
    }
    const [, tag, value = ''] = /^\s*([A-Za-z]{1,60}):\s*(.*)$/.exec(content) ?? [];
    if (tag === undefined) return;
    const isText = value.startsWith('<text>');
    isInText = isText && !value.includes('</text>');
    visit(tag, isText ? value.slice('<text>'.length).replace(/<\/text>.*$/, '') : value.trimEnd(), line);
  });
}
