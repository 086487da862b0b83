import type { EntryList } from '../entries/entry-list';
import type { FileText, Format } from '../entries/format';
import { eachLine } from '../syntax/lines';
import { addRuntime } from '../syntax/runtime-demand';

/** `.sdkmanrc`: `java=17.0.9-tem`, a candidate of SDKMAN and its version in each line. */
export const sdkmanrc: Format = {
  id: 'sdkmanrc',
  label: '.sdkmanrc of SDKMAN',
  matches: (path) => /(?:^|\/)\.sdkmanrc$/.test(path),
  read({ text }: FileText, list: EntryList): void {
    eachLine(text, (content, number) => {
      const line = content.replace(/#.*$/, '').trim();
      if (line === '') return;
      const [, tool, written] = /^([\w-]+)\s*=\s*(\S.*)$/.exec(line) ?? [];
      if (tool === undefined || written === undefined)
        list.addProblem('has a line that is no candidate=version', number);
      else addRuntime(list, { tool, written, where: `.sdkmanrc ${tool}`, line: number });
    });
  },
};
