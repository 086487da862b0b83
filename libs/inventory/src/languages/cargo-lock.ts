import type { EntryList } from '../entries/entry-list';
import type { Format } from '../entries/format';
import { KeySearch } from '../syntax/line-numbers';
import { parseToml } from '../syntax/toml';
import { arrayAt, stringAt } from '../syntax/values';

/**
 * Crates of crates.io. One without a source is a member of the workspace or lies in a folder next to it. A mirror is a setting of
 * Cargo that the lockfile does not show, so that any other registry is a private one. Source: doc.rust-lang.org/cargo, "Cargo.lock".
 */
export const CARGO_LOCK: Format = {
  id: 'cargo-lock',
  label: 'Cargo.lock',
  matches: (path) => /(?:^|\/)Cargo\.lock$/.test(path),
  read({ text }, list) {
    const lines = new KeySearch(text);
    const table = parseToml(text);
    for (const crate of arrayAt(table, 'package')) {
      const name = stringAt(crate, 'name') ?? '';
      addCrate(name, crate, lines.lineOf(`name = "${name}"`), list);
    }
  },
};

function addCrate(name: string, crate: unknown, line: number | undefined, list: EntryList): void {
  const source = stringAt(crate, 'source');
  if (source === undefined) list.addApart(name, 'workspace', line);
  else if (source.startsWith('git+')) list.addApart(name, 'git', line);
  else if (!CRATES_IO.test(source)) list.addApart(name, 'private_registry', line);
  else list.addRegistryPackage('cargo', name, stringAt(crate, 'version') ?? '', { line });
}

const CRATES_IO =
  /^(?:registry\+https:\/\/github\.com\/rust-lang\/crates\.io-index|sparse\+https:\/\/index\.crates\.io)\/?$/;
