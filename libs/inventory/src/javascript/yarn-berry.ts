import type { EntryList } from '../entries/entry-list';
import { KeySearch } from '../syntax/line-numbers';
import { percentDecoded } from '../syntax/percent';
import { isFields, stringAt } from '../syntax/values';
import { parseYaml } from '../syntax/yaml';
import { apartReasonOf, splitSpecifier, type NamedVersion } from './package-source';

/**
 * A lockfile of yarn 2 and later: entries by their ranges, each with a `resolution` that names the real package. A package that yarn
 * patches is the patched release. Source: yarnpkg.com/advanced/lexicon, "Locator".
 * @throws UnreadableFileError for what is no YAML
 */
export function readYarnBerry(text: string, list: EntryList): void {
  const keys = new KeySearch(text);
  for (const document of parseYaml(text))
    for (const [key, entry] of Object.entries(isFields(document) ? document : {})) {
      if (key === '__metadata') continue;
      const resolution = stringAt(entry, 'resolution');
      const line = keys.lineOf(`"${key}":`);
      if (resolution === undefined) list.addProblem(`has an entry "${key.slice(0, 100)}" without a resolution`, line);
      else addLocator(resolution, line, list);
    }
}

function addLocator(resolution: string, line: number | undefined, list: EntryList): void {
  const { name, version: reference } = unpatched(splitSpecifier(resolution));
  const [release = '', parameters = ''] = reference.split('::', 2);
  const archive = percentDecoded(/(?:^|&)__archiveUrl=([^&]*)/.exec(parameters)?.[1] ?? '');
  const reason = apartReasonOf(release) ?? (archive === '' ? undefined : apartReasonOf(archive));
  if (reason !== undefined) list.addApart(resolution, reason, line);
  else if (release.startsWith('npm:')) list.addRegistryPackage('npm', name, release.slice('npm:'.length), { line });
  else list.addApart(resolution, 'unsupported', line);
}

const PATCHES_MAX = 10;

/** What is patched: `name@npm:1.0.0` of `name@patch:name@npm%3A1.0.0#./some.patch`. Patches may be patched again. */
function unpatched(locator: NamedVersion): NamedVersion {
  let inner = locator;
  for (let count = 0; count < PATCHES_MAX && inner.version.startsWith('patch:'); count++) {
    const [source = ''] = inner.version.slice('patch:'.length).split('#', 1);
    inner = splitSpecifier(percentDecoded(source));
  }
  return inner;
}
