import type { EntryList } from '../entries/entry-list';
import { UnreadableFileError, type Format } from '../entries/format';
import { parseJson } from '../syntax/json';
import { isCycloneDx, readCycloneDx } from './cyclonedx';
import { unwrap } from './envelope';
import { MemberSearch } from './member-search';
import { isSpdx2, readSpdx2 } from './spdx2';
import { isSpdx3, readSpdx3 } from './spdx3';
import { addSubjects, saysSbomInStatement } from './statement';

type Kind = 'cyclonedx' | 'spdx';

/** By name, and whatever says of itself that it is one. */
export const CYCLONEDX: Format = {
  id: 'cyclonedx',
  label: 'CycloneDX 1.2 to 1.7 in JSON: bom.json, *.cdx.json and by content',
  matches: (path) => /(?:^|\/)bom\.json$|\.(?:cdx|bom)\.json$/.test(path),
  recognizes: (head) => isObject(head) && /"bomFormat"\s{0,20}:\s{0,20}"CycloneDX"/.test(head),
  read: ({ text }, list) => readDocument(text, ['cyclonedx'], 'CycloneDX', list),
};

/** By name, and whatever says of itself that it is one. */
export const SPDX: Format = {
  id: 'spdx',
  label: 'SPDX 2.2, 2.3 and 3.0 in JSON: *.spdx.json, *.spdx3.json and by content',
  matches: (path) => /\.spdx3?\.json$/.test(path),
  recognizes: (head) => isObject(head) && SPDX_MARK.test(head),
  read: ({ text }, list) => readDocument(text, ['spdx'], 'SPDX', list),
};

/** An SBOM in an envelope that is signed. Other statements, such as those of provenance, name no packages. */
export const ATTESTATION: Format = {
  id: 'in-toto',
  label:
    'In-toto statements about an SBOM, also in DSSE envelopes and Sigstore bundles: *.intoto.json(l) and by content',
  matches: (path) => /\.intoto\.jsonl?$/.test(path),
  recognizes: (head) => isObject(head) && saysSbomInStatement(head),
  read: ({ path, text }, list) => {
    for (const part of path.endsWith('.jsonl') ? linesWithText(text) : [text]) {
      readDocument(part, ['cyclonedx', 'spdx'], 'in-toto statement', list);
    }
  },
};

/** A name that both kinds use: the content says which it is. */
export const SBOM: Format = {
  id: 'sbom',
  label: 'sbom.json, of any of these kinds',
  matches: (path) => /(?:^|[/.-])sbom\.json$/.test(path),
  read: ({ text }, list) => readDocument(text, ['cyclonedx', 'spdx'], 'SBOM in CycloneDX or SPDX', list),
};

/** Member names that begin an SPDX document, in the order of keys of any tool. */
const SPDX_MARK =
  /"spdxVersion"\s{0,20}:\s{0,20}"SPDX-|"SPDXID"\s{0,20}:\s{0,20}"SPDXRef-DOCUMENT"|"https?:\/\/spdx\.org\/rdf\/3\./;

function isObject(head: string): boolean {
  return /^\s{0,100}\{/.test(head);
}

function readDocument(text: string, kinds: readonly Kind[], name: string, list: EntryList): void {
  const { document, isInText, statement, predicateType } = unwrap(parseJson(text));
  const lines = isInText ? new MemberSearch(text) : undefined;
  if (kinds.includes('cyclonedx') && isCycloneDx(document)) readCycloneDx(document, lines, list);
  else if (kinds.includes('spdx') && isSpdx2(document)) readSpdx2(document, lines, list);
  else if (kinds.includes('spdx') && isSpdx3(document)) readSpdx3(document, lines, list);
  else if (predicateType !== undefined) {
    list.addApart(predicateType, 'unsupported');
    return;
  } else throw new UnreadableFileError(`is no ${name} document in JSON`);
  if (statement !== undefined) addSubjects(statement, list);
}

function* linesWithText(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end === -1 ? text.length : end);
    if (line.trim() !== '') yield line;
    start = end === -1 ? text.length : end + 1;
  }
}
