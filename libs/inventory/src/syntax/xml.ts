import { type UnreadableFileError } from '../entries/format';
import { FILE_LIMITS } from '../entries/limits';
import { syntaxFault, tooDeep, tooMany } from './fault';
import { LineNumbers } from './line-numbers';
import { decodeReferences, readTag } from './xml-tags';

/** What {@link readXml} calls as it walks a document. */
export interface XmlHandler {
  /**
   * An element begins.
   * @param path names of the elements from the root to this one, without prefixes; the same list each time, to be read at once
   * @param attributes reads them; a name has its prefix
   */
  open?(path: readonly string[], attributes: () => ReadonlyMap<string, string>, offset: number): void;
  /** Text between two tags, references decoded; several pieces where a comment or CDATA section parts them. */
  text?(path: readonly string[], text: string): void;
  /** An element ends; `path` still ends with it. */
  close?(path: readonly string[]): void;
}

/**
 * Walks an XML document (XML 1.0, 5th edition) in one pass and makes nothing of it itself. Of references it knows those to the five
 * predefined entities and to characters: a document type declaration is skipped, nothing it declares is expanded or fetched.
 * @throws UnreadableFileError where tags do not match, a part has no end, there is no root element, or a bound is passed
 */
export function readXml(text: string, handler: XmlHandler): void {
  if (text.length > FILE_LIMITS.plainLengthMax) throw tooMany('characters of XML', FILE_LIMITS.plainLengthMax);
  const path: string[] = [];
  const fault = (offset: number, reason: string) => xmlFault(text, offset, reason);
  let roots = 0;
  for (let offset = 0; offset < text.length;) {
    const start = text.indexOf('<', offset);
    const end = start === -1 ? text.length : start;
    if (end > offset) readText(text.slice(offset, end), path, handler, () => fault(offset, 'text outside of the root'));
    if (start === -1) break;

    const special = SPECIAL.find(({ begins }) => text.startsWith(begins, start));
    if (special !== undefined) {
      offset = special.endOf(text, start);
      if (offset === -1) throw fault(start, `${special.begins} without its end`);
      if (special.begins === CDATA) handler.text?.(path, text.slice(start + CDATA.length, offset - 3));
      continue;
    }

    const tag = readTag(text, start);
    if (tag === undefined) throw fault(start, 'a tag without its end, or with a wrong name');
    const name = tag.name.slice(tag.name.indexOf(':') + 1);
    if (tag.kind === 'close') {
      if (path.at(-1) !== name) throw fault(start, `</${tag.name}> closes another element`);
    } else {
      if (path.length === 0 && roots++ > 0) throw fault(start, 'a second root');
      if (path.push(name) > FILE_LIMITS.depthMax) throw tooDeep(FILE_LIMITS.depthMax);
      handler.open?.(path, tag.attributes, start);
    }
    if (tag.kind !== 'open') {
      handler.close?.(path);
      path.pop();
    }
    offset = tag.end;
  }
  if (roots === 0 || path.length > 0) throw fault(text.length, roots === 0 ? 'no element' : `no </${path.at(-1)}>`);
}

function readText(text: string, path: readonly string[], handler: XmlHandler, fault: () => UnreadableFileError): void {
  if (path.length > 0) handler.text?.(path, decodeReferences(text));
  else if (text.trim() !== '') throw fault();
}

const CDATA = '<![CDATA[';

/** What is no tag, and the offset behind it; -1 where it has no end. */
const SPECIAL: readonly { readonly begins: string; endOf(text: string, start: number): number }[] = [
  { begins: '<!--', endOf: (text, start) => behind(text, '-->', start + 4) },
  { begins: CDATA, endOf: (text, start) => behind(text, ']]>', start) },
  { begins: '<?', endOf: (text, start) => behind(text, '?>', start) },
  { begins: '<!DOCTYPE', endOf: endOfDoctype },
];

function behind(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? -1 : found + mark.length;
}

/** `<!DOCTYPE name SYSTEM "x" [ declarations ]>`; quotes, comments and instructions within may hold any bracket. */
function endOfDoctype(text: string, start: number): number {
  let depth = 0;
  for (let offset = start; offset !== -1 && offset < text.length;) {
    const character = text[offset];
    if (character === '"' || character === "'") offset = behind(text, character, offset + 1);
    else if (text.startsWith('<!--', offset)) offset = behind(text, '-->', offset + 4);
    else if (text.startsWith('<?', offset)) offset = behind(text, '?>', offset);
    else {
      if (character === '<') depth++;
      if (character === '>' && --depth === 0) return offset + 1;
      offset++;
    }
  }
  return -1;
}

function xmlFault(text: string, offset: number, reason: string): UnreadableFileError {
  const column = offset - text.lastIndexOf('\n', offset - 1);
  return syntaxFault('XML', { line: new LineNumbers(text).at(offset), column }, reason);
}
