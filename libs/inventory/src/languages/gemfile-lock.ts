import type { EntryList } from '../entries/entry-list';
import { UnreadableFileError, type FileText, type Format } from '../entries/format';
import { FILE_LIMITS } from '../entries/limits';
import { eachLine } from '../syntax/lines';

/**
 * Gems of the `GEM` sections. Those of `GIT` and `PATH` are apart, as are those of a further source where rubygems.org is one of them:
 * a file whose only source is another one reads from a mirror. A gem for several platforms is one package. Source: the lockfile
 * parser of Bundler, whose indentation this follows: sections at 0, sources at 2, gems at 4, what those need at 6.
 */
export const GEMFILE_LOCK: Format = {
  id: 'gemfile-lock',
  label: 'Gemfile.lock and gems.locked of Bundler',
  matches: (path) => /(?:^|\/)(?:Gemfile\.lock|gems\.locked)$/.test(path),
  read(file, list) {
    const { gems, sources, ruby } = readSections(file, list);
    const fromRubygems = sources.some(({ remotes }) => remotes.some(isRubygems));
    for (const gem of gems) addGem(gem, fromRubygems, list);
    if (ruby !== undefined) addRuby(ruby, list);
  },
};

interface Source {
  readonly kind: string;
  readonly remotes: string[];
}

interface Gem {
  readonly name: string;
  readonly version: string | undefined;
  readonly source: Source;
  readonly line: number;
}

interface Sections {
  readonly gems: Gem[];
  readonly sources: Source[];
  ruby?: { readonly text: string; readonly line: number };
}

const SOURCES: ReadonlySet<string> = new Set(['GEM', 'GIT', 'PATH', 'PLUGIN SOURCE']);
const OTHERS: ReadonlySet<string> = new Set(['PLATFORMS', 'DEPENDENCIES', 'RUBY VERSION', 'BUNDLED WITH', 'CHECKSUMS']);

function readSections({ text }: FileText, list: EntryList): Sections {
  const sections: Sections = { gems: [], sources: [] };
  let section = '';
  let source: Source | undefined;
  let known = 0;
  eachLine(text, (content, line) => {
    if (/^\S/.test(content)) {
      section = content.trimEnd();
      source = SOURCES.has(section) ? { kind: section, remotes: [] } : undefined;
      if (source !== undefined) sections.sources.push(source);
      if (source !== undefined || OTHERS.has(section)) known++;
      else if (known === 0)
        throw new UnreadableFileError('is no lockfile of Bundler: its first line is no section', line);
      else list.addProblem(`has a section that is not known: ${section}`.slice(0, 120), line);
    } else if (source !== undefined) readSourceLine(content, line, source, sections);
    else if (section === 'RUBY VERSION' && content.trim() !== '') sections.ruby ??= { text: content.trim(), line };
  });
  return sections;
}

function readSourceLine(content: string, line: number, source: Source, { gems }: Sections): void {
  const remote = /^ {2}remote: (\S+)/.exec(content)?.[1];
  if (remote !== undefined) source.remotes.push(remote);
  const [, name, version] = GEM_LINE.exec(content) ?? [];
  // One more than are listed, so that the list says what it lacks.
  if (name !== undefined && gems.length <= FILE_LIMITS.entriesMax) gems.push({ name, version, source, line });
}

/** `name (version-platform)`; a version holds no hyphen, and `!` marks a gem of no source of its own. */
const GEM_LINE = /^ {4}([^\s()!]+)(?: \(([^\s()-]+)(?:-[^()]*)?\))?!?\s*$/;

function addGem({ name, version, source, line }: Gem, fromRubygems: boolean, list: EntryList): void {
  if (source.kind === 'GIT') list.addApart(name, 'git', line);
  else if (source.kind === 'PATH') list.addApart(name, 'path', line);
  else if (source.kind !== 'GEM') list.addApart(name, 'no_registry', line);
  else if (version === undefined) list.addApart(name, 'no_version', line);
  else if (fromRubygems && !source.remotes.some(isRubygems)) list.addApart(name, 'private_registry', line);
  else list.addRegistryPackage('gem', name, version, { line });
}

function isRubygems(remote: string): boolean {
  return /^https?:\/\/(?:[^/@]*@)?(?:www\.|index\.)?rubygems\.org(?:[:/]|$)/.test(remote);
}

/** `ruby 3.2.2p53`, of JRuby `ruby 3.1.4p0 (jruby 9.4.5.0)`. */
function addRuby({ text, line }: { readonly text: string; readonly line: number }, list: EntryList): void {
  const [, version, engine, engineVersion] = /^ruby (\d[\w.]*?)(?:p-?\d+)?(?: \((\w+) (\d[\w.]*)\))?$/.exec(text) ?? [];
  if (engine === 'jruby' && engineVersion !== undefined) list.addProduct('jruby', engineVersion, text, line);
  else if (version !== undefined && engine === undefined) list.addProduct('ruby', version, text, line);
  else list.addApart(text, 'unsupported', line);
}
