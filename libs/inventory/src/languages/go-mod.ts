import type { EntryList } from '../entries/entry-list';
import { UnreadableFileError, type FileText, type Format } from '../entries/format';
import { FILE_LIMITS } from '../entries/limits';
import { eachGoDirective, type GoDirective } from './go-directives';

/**
 * What a module requires once `replace` is applied. `exclude` and `retract` change nothing of what is written under `require`; the
 * version of Go is a product. Source: go.dev/ref/mod, "go.mod files".
 */
export const GO_MOD: Format = {
  id: 'go-mod',
  label: 'go.mod',
  matches: (path) => /(?:^|\/)go\.mod$/.test(path),
  read(file, list) {
    const { requires, replacements, go, toolchain } = readModule(file, list);
    for (const required of requires) addRequired(required, replacements, list);
    addGo(go, toolchain, list);
  },
};

/** A module in a version, as `require` or the right side of `replace` names it. */
interface ModuleVersion {
  readonly path: string;
  readonly version: string | undefined;
  readonly line: number;
}

interface GoModule {
  readonly requires: ModuleVersion[];
  /** By `path version`, or by `path` alone where every version is replaced. */
  readonly replacements: Map<string, ModuleVersion>;
  go?: GoDirective;
  toolchain?: GoDirective;
}

function readModule({ text }: FileText, list: EntryList): GoModule {
  const module: GoModule = { requires: [], replacements: new Map() };
  let known = 0;
  eachGoDirective(text, (directive) => {
    if (KNOWN.has(directive.verb)) known++;
    else if (known === 0) throw new UnreadableFileError('is no go.mod: its first line is no directive', directive.line);
    if (!readDirective(directive, module)) {
      list.addProblem(`has a line that is no directive of go.mod: ${directive.verb}`.slice(0, 120), directive.line);
    }
  });
  return module;
}

const KNOWN: ReadonlySet<string> = new Set([
  'module',
  'go',
  'toolchain',
  'godebug',
  'require',
  'exclude',
  'replace',
  'retract',
  'tool',
  'ignore',
]);

/** Whether the directive was understood, or does not concern us. */
function readDirective(directive: GoDirective, module: GoModule): boolean {
  const { verb, words, line } = directive;
  const [path, version] = words;
  if (verb === 'go') module.go = directive;
  else if (verb === 'toolchain') module.toolchain = directive;
  else if (verb === 'require') {
    if (path === undefined || version === undefined) return false;
    // One more than are listed, so that the list says what it lacks.
    if (module.requires.length <= FILE_LIMITS.entriesMax) module.requires.push({ path, version, line });
  } else if (verb === 'replace') return readReplacement(directive, module);
  return KNOWN.has(verb);
}

function readReplacement({ words, line }: GoDirective, { replacements }: GoModule): boolean {
  const replacement = replacementOf(words, line);
  if (replacement === undefined) return false;
  if (replacements.size <= FILE_LIMITS.entriesMax) replacements.set(replacement.replaced.join(' '), replacement.by);
  return true;
}

/** `path [version] => path [version]`; undefined where the words are none. */
function replacementOf(
  words: readonly string[],
  line: number,
): { readonly replaced: readonly string[]; readonly by: ModuleVersion } | undefined {
  const arrow = words.indexOf('=>');
  const [path, version] = words.slice(arrow + 1);
  return arrow < 1 || arrow > 2 || path === undefined
    ? undefined
    : { replaced: words.slice(0, arrow), by: { path, version, line } };
}

/** Adds what a `replace` of a workspace puts in the place of a module, which is built wherever that is required. */
export function addReplaced(words: readonly string[], line: number, list: EntryList): void {
  const { replaced = [], by } = replacementOf(words, line) ?? {};
  const [path = ''] = replaced;
  if (by === undefined) list.addProblem('has a replace that is no path => path version', line);
  else addModule(path, by, line, list);
}

function addRequired(required: ModuleVersion, replacements: ReadonlyMap<string, ModuleVersion>, list: EntryList): void {
  const exact = replacements.get(`${required.path} ${required.version}`);
  addModule(required.path, exact ?? replacements.get(required.path) ?? required, required.line, list);
}

/** What is built under a path: a module in a version, or a folder. */
function addModule(built: string, { path, version }: ModuleVersion, line: number, list: EntryList): void {
  if (isFolder(path)) list.addApart(built, 'path', line);
  else if (version === undefined) list.addApart(built, 'no_version', line);
  else list.addRegistryPackage('golang', path, version, { line });
}

/** A replacement is a folder where it begins with `./` or `../`, or is absolute, on Windows too. */
function isFolder(path: string): boolean {
  return /^(?:\.{1,2}(?:[\\/]|$)|[\\/]|[A-Za-z]:[\\/])/.test(path);
}

/** The toolchain is at least as new as the `go` line demands, and is what builds where nothing newer is installed. */
function addGo(go: GoDirective | undefined, toolchain: GoDirective | undefined, list: EntryList): void {
  const chosen = /^go(\d[\w.]*)/.exec(toolchain?.words[0] ?? '')?.[1];
  const demanded = go?.words[0];
  if (toolchain !== undefined && chosen !== undefined) {
    list.addProduct('go', chosen, `toolchain ${toolchain.words[0]}`, toolchain.line);
  } else if (go !== undefined && demanded !== undefined && /^\d[\w.]*$/.test(demanded)) {
    list.addProduct('go', demanded, `go ${demanded}`, go.line);
  }
}
