import type { EntryList } from '../entries/entry-list';
import { UnreadableFileError } from '../entries/format';
import { FILE_LIMITS } from '../entries/limits';
import { tooMany } from '../syntax/fault';
import { LineNumbers } from '../syntax/line-numbers';
import { readXml } from '../syntax/xml';
import { readCycloneDx } from './cyclonedx';

/**
 * A CycloneDX document in XML, as the one in JSON that says the same of its components. Source: CycloneDX 1.0 to 1.7, XML.
 * @throws UnreadableFileError
 */
export function readCycloneDxXml(text: string, list: EntryList): void {
  const document = new XmlDocument(text);
  readXml(text, document);
  readCycloneDx(document.asJson(), document, list);
}

/** A component with the members that are read, under the names that they have in JSON. */
interface XmlComponent {
  [member: string]: unknown;
  readonly components: XmlComponent[];
  readonly properties: Record<string, string>[];
  readonly evidence: { readonly identity: Record<string, string>[] };
}

/** A component whose end has not come. */
interface OpenComponent {
  readonly component: XmlComponent;
  /** Of its element. */
  readonly depth: number;
}

/** What the text of an element goes to. */
interface Target {
  readonly members: Record<string, unknown>;
  readonly member: string;
  readonly depth: number;
  readonly pieces: string[];
  length: number;
}

/** Of an identifier; what is longer is cut. */
const TEXT_LENGTH_MAX = 10_000;
const TEXTS: ReadonlySet<string> = new Set(['group', 'name', 'version', 'versionRange', 'scope', 'purl', 'cpe']);
const CONCLUSIONS: ReadonlySet<string> = new Set(['field', 'concludedValue']);

/** Gathers components while a document is walked. */
class XmlDocument {
  private specVersion: string | undefined;
  private subject: XmlComponent | undefined;
  private readonly components: XmlComponent[] = [];
  private readonly begun: OpenComponent[] = [];
  private target: Target | undefined;
  private readonly lines: LineNumbers;
  private readonly offsets = new Map<unknown, number>();

  constructor(text: string) {
    this.lines = new LineNumbers(text);
  }

  asJson(): object {
    const { specVersion, subject, components } = this;
    return { specVersion, components, ...(subject !== undefined && { metadata: { component: subject } }) };
  }

  lineOf(_member: string, _value: string, component: unknown): number | undefined {
    const offset = this.offsets.get(component);
    return offset === undefined ? undefined : this.lines.at(offset);
  }

  open(path: readonly string[], attributes: () => ReadonlyMap<string, string>, offset: number): void {
    const depth = path.length;
    if (depth === 1) this.specVersion = versionOf(path[0], attributes());
    const siblings = path[depth - 1] === 'component' ? this.listOf(path) : undefined;
    if (siblings !== undefined) this.begin(siblings, depth, attributes().get('type'), offset);
    else this.aim(path, attributes, offset);
  }

  text(path: readonly string[], text: string): void {
    const { target } = this;
    if (target === undefined || target.depth !== path.length || target.length > TEXT_LENGTH_MAX) return;
    target.pieces.push(text);
    target.length += text.length + 1;
  }

  close(path: readonly string[]): void {
    const { target } = this;
    if (target?.depth === path.length) {
      target.members[target.member] = target.pieces.join('').trim();
      this.target = undefined;
    }
    if (this.begun.at(-1)?.depth === path.length) this.begun.pop();
  }

  /** The list that a component of this path belongs to; undefined for one that is not described (tools, ancestors). */
  private listOf(path: readonly string[]): XmlComponent[] | undefined {
    const top = this.begun.at(-1);
    const parent = path[path.length - 2];
    if (top !== undefined)
      return parent === 'components' && path.length === top.depth + 2 ? top.component.components : undefined;
    if (path.length !== 3) return undefined;
    return parent === 'components' ? this.components : parent === 'metadata' ? [] : undefined;
  }

  private begin(siblings: XmlComponent[], depth: number, type: string | undefined, offset: number): void {
    const component: XmlComponent = { type, components: [], properties: [], evidence: { identity: [] } };
    if (this.offsets.size >= FILE_LIMITS.entriesMax) throw tooMany('components', FILE_LIMITS.entriesMax);
    siblings.push(component);
    if (depth === 3 && siblings !== this.components) this.subject = component;
    this.offsets.set(component, offset);
    this.begun.push({ component, depth });
  }

  /** Sets where the text of an element of the innermost component goes to. */
  private aim(path: readonly string[], attributes: () => ReadonlyMap<string, string>, offset: number): void {
    const top = this.begun.at(-1);
    if (top === undefined) return;
    const { component, depth } = top;
    const [outer = '', inner, field = ''] = path.slice(depth, depth + 3);
    const below = path.length - depth;
    if (below === 1 && TEXTS.has(outer)) {
      this.target = targetOf(component, outer, path);
      if (outer === 'purl' || (outer === 'name' && component['purl'] === undefined))
        this.offsets.set(component, offset);
    } else if (below === 2 && outer === 'properties' && inner === 'property') {
      const property = { name: attributes().get('name') ?? '' };
      component.properties.push(property);
      this.target = targetOf(property, 'value', path);
    } else if (outer === 'evidence' && inner === 'identity') {
      if (below === 2) component.evidence.identity.push({});
      else if (below === 3 && CONCLUSIONS.has(field))
        this.target = targetOf(component.evidence.identity.at(-1)!, field, path);
    }
  }
}

function targetOf(members: Record<string, unknown>, member: string, { length: depth }: readonly string[]): Target {
  return { members, member, depth, pieces: [], length: 0 };
}

/** The version that the namespace of the root states. @throws UnreadableFileError where it is another root */
function versionOf(root: string | undefined, attributes: ReadonlyMap<string, string>): string {
  for (const [name, value] of root === 'bom' ? attributes : []) {
    const [, version] = /^https?:\/\/cyclonedx\.org\/schema\/bom\/(\d+\.\d+)$/.exec(value) ?? [];
    if (version !== undefined && /^xmlns(?::|$)/.test(name)) return version;
  }
  throw new UnreadableFileError(`is no CycloneDX document in XML: its root is <${root}> of another namespace`);
}
