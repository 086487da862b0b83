/** A tag of XML. */
export interface XmlTag {
  readonly kind: 'open' | 'close' | 'empty';
  readonly name: string;
  /** Reads its attributes, by their names with prefixes; what is no attribute is left out. */
  readonly attributes: () => ReadonlyMap<string, string>;
  /** The offset behind it. */
  readonly end: number;
}

/** The tag that begins at this offset; undefined where it has no end or no name. */
export function readTag(text: string, start: number): XmlTag | undefined {
  const end = endOfTag(text, start + 1);
  if (end === -1) return undefined;
  const closes = text[start + 1] === '/';
  const isEmpty = text[end - 1] === '/';
  const from = start + (closes ? 2 : 1);
  let behindName = from;
  while (behindName < end && !isBlank(text.charCodeAt(behindName)) && text[behindName] !== '/') behindName++;
  const name = text.slice(from, behindName);
  if (!NAME.test(name) || (closes && text.slice(behindName, end).trim() !== '')) return undefined;
  return {
    kind: closes ? 'close' : isEmpty ? 'empty' : 'open',
    name,
    attributes: () => attributesOf(text.slice(behindName, isEmpty ? end - 1 : end)),
    end: end + 1,
  };
}

/** Names are short; what is no character of one is a fault of the document. */
const NAME = /^[\p{L}_:][\p{L}\p{N}\p{M}_:.·-]{0,199}$/u;

/** The offset of the `>` that ends a tag, which quoted values may hold too; -1 where there is none before a further `<`. */
function endOfTag(text: string, from: number): number {
  for (let offset = from; offset < text.length; offset++) {
    const code = text.charCodeAt(offset);
    if (code === GREATER) return offset;
    if (code === LESS) return -1;
    if (code !== QUOTE && code !== APOSTROPHE) continue;
    offset = text.indexOf(text[offset] as string, offset + 1);
    if (offset === -1) return -1;
  }
  return -1;
}

const QUOTE = 34;
const APOSTROPHE = 39;
const LESS = 60;
const GREATER = 62;

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  if (text.length > ATTRIBUTES_LENGTH_MAX) return attributes;
  for (const [, name = '', inQuotes, inApostrophes] of text.matchAll(ATTRIBUTE)) {
    if (!attributes.has(name)) attributes.set(name, decodeReferences(inQuotes ?? inApostrophes ?? ''));
  }
  return attributes;
}

const ATTRIBUTES_LENGTH_MAX = 10_000;
const ATTRIBUTE = /(?<![^\s"'])([^\s"'=]{1,200})\s{0,100}=\s{0,100}(?:"([^"]*)"|'([^']*)')/g;

/** Text with references to characters and to the five predefined entities decoded, others as written (XML 1.0, 4.6). */
export function decodeReferences(text: string): string {
  return text.includes('&') ? text.replace(REFERENCE, decoded) : text;
}

const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(lt|gt|amp|quot|apos));/g;
const PREDEFINED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function decoded(reference: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) return PREDEFINED[name] ?? reference;
  const code = decimal === undefined ? parseInt(hexadecimal ?? '', 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : reference;
}
