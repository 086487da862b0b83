import type { EntryList } from '../entries/entry-list';
import type { FileText, Format } from '../entries/format';
import { parseJson } from '../syntax/json';
import { KeySearch } from '../syntax/line-numbers';
import { addRuntime } from '../syntax/runtime-demand';
import { objectAt, stringAt } from '../syntax/values';

/** The PHP that `composer.json` demands, and the one it is resolved for; its dependencies are those of the lockfile. */
export const composerJson: Format = {
  id: 'composer-json',
  label: 'composer.json: require.php and config.platform.php',
  matches: (path) => /(?:^|\/)composer\.json$/.test(path),
  read({ text }: FileText, list: EntryList): void {
    const root = parseJson(text);
    const search = new KeySearch(text);
    const places = [
      ['require.php', objectAt(root, 'require')],
      ['config.platform.php', objectAt(objectAt(root, 'config'), 'platform')],
    ] as const;
    for (const [where, member] of places) {
      const written = stringAt(member, 'php');
      if (written === undefined) continue;
      const line = search.lineOf(`"${written}"`);
      addRuntime(list, { tool: 'php', written, where, excludesVersionOnly: true, line });
    }
  },
};
