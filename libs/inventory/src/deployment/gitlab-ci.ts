import type { EntryList } from '../entries/entry-list';
import type { FileText, Format } from '../entries/format';
import { ScalarLines } from '../syntax/scalar-lines';
import { arrayAt, entriesAt, isFields, stringAt, valueAt } from '../syntax/values';
import { parseYaml } from '../syntax/yaml';
import { addImage } from './image-entry';
import { substitute } from './substitute';

/** The value of a variable; undefined where it has none that the file says. */
type Variables = (name: string) => string | undefined;

/** Images that jobs of GitLab run in, and those of their services, with the variables that the file itself sets. What it includes is apart. */
export const gitlabCi: Format = {
  id: 'gitlab-ci',
  label: '.gitlab-ci.yml and *.gitlab-ci.yml',
  matches: (path) => /\.gitlab-ci\.ya?ml$/.test(path),
  read({ text }: FileText, list: EntryList): void {
    const lines = new ScalarLines(text);
    for (const document of parseYaml(text)) {
      const shared = withVariables(() => undefined, document);
      addImages(list, lines, document, shared);
      addIncluded(list, lines, valueAt(document, 'include'));
      if (!isFields(document)) continue;
      // `default` has the form of a job; other keywords have neither image nor services.
      for (const [name, job] of Object.entries(document)) {
        if (isFields(job) && name !== 'image') addImages(list, lines, job, withVariables(shared, job));
      }
    }
  },
};

/**
 * Files of the repository are read, too, whose paths begin at its root, where this file usually lies; all else is GitLab's to fetch. Source:
 * docs.gitlab.com, "include".
 */
function addIncluded(list: EntryList, lines: ScalarLines, include: unknown): void {
  for (const item of Array.isArray(include) ? (include as unknown[]) : [include]) {
    const isText = typeof item === 'string';
    const local = isText && !item.includes('://') ? item : stringAt(item, 'local');
    const other = isText ? item : ELSEWHERE.map((key) => stringAt(item, key)).find((written) => written !== undefined);
    const written = local ?? other;
    if (written === undefined) continue;
    const line = lines.lineOf(ANY_NAME, written);
    if (written.includes('$')) list.addApart(`include ${written}`, 'variable', line);
    else list.addApart(`include ${written}`, local === undefined ? 'url' : 'path', line);
    if (local === undefined || /[*$]/.test(local)) continue;
    const path = local.replace(/^\/+/, '');
    list.addReference({ path, format: 'gitlab-ci', isPart: false, ...(line !== undefined && { line }) });
  }
}

const ELSEWHERE = ['remote', 'project', 'component', 'template'];
/** A key of any name, as a pattern. */
const ANY_NAME = '[\\w-]+';

function addImages(list: EntryList, lines: ScalarLines, job: unknown, variables: Variables): void {
  for (const image of [valueAt(job, 'image'), ...arrayAt(job, 'services')]) {
    const isText = typeof image === 'string';
    const written = isText ? image : (stringAt(image, 'name') ?? '');
    if (written === '') continue;
    const line = lines.lineOf(isText ? 'image' : 'name', written);
    const ref = substitute(written, { valueOf: variables, escape: '$', quotes: false });
    if (ref === undefined) list.addApart(written, 'variable', line);
    else addImage(list, ref, line);
  }
}

/** Values may name variables that stand above. */
function withVariables(outer: Variables, member: unknown): Variables {
  const own = entriesAt(member, 'variables');
  if (own.length === 0) return outer;
  const values = new Map<string, string | undefined>();
  const valueOf: Variables = (name) => (values.has(name) ? values.get(name) : outer(name));
  for (const [name, given] of own) {
    const written = isFields(given) ? stringAt(given, 'value') : given;
    if (typeof written === 'string') values.set(name, substitute(written, { valueOf, escape: '$', quotes: false }));
  }
  return valueOf;
}
