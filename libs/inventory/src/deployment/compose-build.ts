import type { EntryList } from '../entries/entry-list';
import { eachLine } from '../syntax/lines';
import type { ScalarLines } from '../syntax/scalar-lines';
import { arrayAt, entriesAt, stringAt } from '../syntax/values';
import { readDockerfile } from './dockerfile';
import { addImage } from './image-entry';
import { substitute } from './substitute';

/** Where a build stands in its file. */
interface Place {
  readonly lines: ScalarLines;
  /** Of the file's Dockerfiles in blocks, see `inlineBlocks`. */
  readonly blocks: ReadonlySet<number>;
  /** Of the service. */
  readonly line: number | undefined;
}

/**
 * `build` of a service: images of a Dockerfile that stands in it, contexts that are images, and else the Dockerfile that it names. Source: the
 * Compose specification, "Build".
 */
export function addBuild(list: EntryList, build: unknown, { lines, blocks, line }: Place): void {
  const inline = stringAt(build, 'dockerfile_inline');
  const contexts = pairsOf(build, 'additional_contexts');
  const at = inline === undefined ? undefined : lines.lineOfKey('dockerfile_inline');
  for (const [, target] of contexts) {
    if (!target.startsWith(IMAGE)) continue;
    const written = target.slice(IMAGE.length);
    addImage(list, valueOf(written) ?? written, lines.lineOf(ANY_NAME, target) ?? line);
  }
  if (inline === undefined) return addDockerfile(list, build, line);
  // Compose files double the mark of a variable that is not theirs.
  readDockerfile(inline.replaceAll('$$', '$'), list, {
    args: new Map(pairsOf(build, 'args').flatMap(([name, value]) => known(name, valueOf(value)))),
    contexts: new Set(contexts.map(([name]) => name.toLowerCase())),
    // The text of a block begins on the line after its mark; of any other only the first line is known.
    lineOf: (ofText) => (at !== undefined && blocks.has(at) ? at + ofText : at),
  });
}

const IMAGE = 'docker-image://';
/** A key of any name, as a pattern. */
const ANY_NAME = '[\\w.-]+';

/** A context in another place is read by nobody here. */
function addDockerfile(list: EntryList, build: unknown, line: number | undefined): void {
  const context = valueOf(typeof build === 'string' ? build : (stringAt(build, 'context') ?? '.'));
  const dockerfile = valueOf(stringAt(build, 'dockerfile') ?? 'Dockerfile');
  if (context === undefined || dockerfile === undefined || /^[\w+-]+:|^git@|\.git(?:#|$)/.test(context)) return;
  const path = dockerfile.startsWith('/') ? dockerfile : `${context}/${dockerfile}`;
  list.addReference({ path, format: 'dockerfile', isPart: false, ...(line !== undefined && { line }) });
}

/** Names and values of a mapping, or of a list of `name=value`; of a name alone the environment has the value. */
function pairsOf(build: unknown, key: string): readonly (readonly [string, string])[] {
  const items = arrayAt(build, key).map((item) => (typeof item === 'string' ? item.split(/=([^]*)/, 2) : []));
  return [...items, ...entriesAt(build, key)].flatMap(([name, value]) =>
    typeof name === 'string' && typeof value === 'string' ? [[name, value] as const] : [],
  );
}

function known(name: string, value: string | undefined): readonly (readonly [string, string])[] {
  return value === undefined ? [] : [[name, value]];
}

/** With the defaults of variables put in; undefined where one has none. */
function valueOf(written: string): string | undefined {
  return substitute(written, { valueOf: () => undefined, escape: '$', quotes: false });
}

/** The lines on which a Dockerfile begins that stands there as a block which keeps its lines: they are the lines of the file after it. */
export function inlineBlocks(text: string): ReadonlySet<number> {
  const found = new Set<number>();
  if (!text.includes('dockerfile_inline')) return found;
  eachLine(text, (content, line) => {
    if (/dockerfile_inline["']?\s*:\s*(?:[!&]\S+\s+)*\|[\d+-]*\s*(?:#.*)?$/.test(content)) found.add(line);
  });
  return found;
}
