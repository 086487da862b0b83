import type { EntryList } from '../entries/entry-list';
import type { FileText, Format } from '../entries/format';
import { KeySearch } from '../syntax/line-numbers';
import { addRuntime } from '../syntax/runtime-demand';
import { parseToml } from '../syntax/toml';
import { objectAt, stringAt } from '../syntax/values';

/** `rust-toolchain.toml`, or `rust-toolchain` in the same form or with the channel alone (rustup book, "The toolchain file"). */
export const rustToolchain: Format = {
  id: 'rust-toolchain',
  label: 'rust-toolchain.toml and rust-toolchain of rustup',
  matches: (path) => /(?:^|\/)rust-toolchain(?:\.toml)?$/.test(path),
  read({ text }: FileText, list: EntryList): void {
    const [, alone] = /^\s*([\w.-]{1,200})\s*$/.exec(text) ?? [];
    const toolchain = alone === undefined ? objectAt(parseToml(text), 'toolchain') : undefined;
    const channel = alone ?? stringAt(toolchain, 'channel');
    const path = stringAt(toolchain, 'path');
    const line = new KeySearch(text).lineOf(channel ?? path ?? '');
    if (path !== undefined) list.addApart(path, 'path', line);
    else if (channel === undefined) list.addProblem('names no channel');
    else addRuntime(list, { tool: 'rust', written: channel, where: 'rust-toolchain', line });
  },
};
