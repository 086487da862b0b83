import type { EntryList } from '../entries/entry-list';
import { UnreadableFileError, type Format } from '../entries/format';
import { parseJson } from '../syntax/json';
import { isCycloneDx, readCycloneDx } from './cyclonedx';
import { readCycloneDxXml } from './cyclonedx-xml';
import { unwrap } from './envelope';
import { MemberSearch } from './member-search';
import { isSpdx2, readSpdx2 } from './spdx2';
import { isSpdx3, readSpdx3 } from './spdx3';
import { readSpdxTags } from './spdx-tags';
import { addSubjects, saysSbomInStatement } from './statement';

type Kind = 'cyclonedx' | 'spdx';

/** By name, and whatever says of itself that it is one. */
export const CYCLONEDX: Format = {
  id: 'cyclonedx',
  label: 'CycloneDX 1.0 to 1.7 in JSON and XML: bom.json, bom.xml, *.cdx.json, *.cdx.xml and by content',
  matches: (path) => /(?:^|\/)bom\.(?:json|xml)$|\.(?:cdx|bom)\.(?:json|xml)$/.test(path),
  recognizes: (head) =>
    isXml(head) ? CYCLONEDX_ROOT.test(head) : isObject(head) && /"bomFormat"\s{0,20}:\s{0,20}"CycloneDX"/.test(head),
  read: ({ text }, list) => readDocument(text, ['cyclonedx'], 'CycloneDX', list),
};

/** By name, and whatever says of itself that it is one. */
export const SPDX: Format = {
  id: 'spdx',
  label: 'SPDX 2.2, 2.3 and 3.0 in JSON, 2 in tags and values: *.spdx.json, *.spdx3.json, *.spdx and by content',
  matches: (path) => /\.spdx(?:3?\.json)?$/.test(path),
  recognizes: (head) => (isObject(head) ? SPDX_MARK.test(head) : SPDX_TAG.test(head)),
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
  label: 'sbom.json and sbom.xml, of any of these kinds',
  matches: (path) => /(?:^|[/.-])sbom\.(?:json|xml)$/.test(path),
  read: ({ text }, list) => readDocument(text, ['cyclonedx', 'spdx'], 'SBOM in CycloneDX or SPDX', list),
};

/** Member names that begin an SPDX document, in the order of keys of any tool. */
const SPDX_MARK =
  /"spdxVersion"\s{0,20}:\s{0,20}"SPDX-|"SPDXID"\s{0,20}:\s{0,20}"SPDXRef-DOCUMENT"|"https?:\/\/spdx\.org\/rdf\/3\./;

/** A line of one in tags and values. */
const SPDX_TAG = /^SPDXVersion:[ \t]{0,20}SPDX-/m;
const HEAD_LENGTH = 64 * 1024;
/** The root element, in its namespace, whatever prefix it has. */
const CYCLONEDX_ROOT = /<(?:[\w-]{1,50}:)?bom\s[^<]{0,2000}https?:\/\/cyclonedx\.org\/schema\/bom\//;

function isXml(text: string): boolean {
  return /^\s{0,100}</.test(text);
}

function isObject(head: string): boolean {
  return /^\s{0,100}\{/.test(head);
}

function readDocument(text: string, kinds: readonly Kind[], name: string, list: EntryList): void {
  if (isXml(text)) {
    if (kinds.includes('cyclonedx')) return readCycloneDxXml(text, list);
    throw new UnreadableFileError(`is no ${name} in JSON or in tags and values; convert it`);
  }
  if (kinds.includes('spdx') && !isObject(text) && SPDX_TAG.test(text.slice(0, HEAD_LENGTH)))
    return readSpdxTags(text, list);
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
