import { compareVersions, orderOf } from '@stackcheck/osv-core/judging';
import { UnreadableFileError, type Format } from '../entries/format';
import { FILE_LIMITS } from '../entries/limits';
import { tooMany } from '../syntax/fault';
import { eachLine } from '../syntax/lines';

/**
 * Modules whose archive has a checksum. Several versions of one are those that were compared: a build has the newest of them (minimal
 * version selection). A checksum of a `go.mod` alone is of no module that is built in. Since Go 1.17 `go.mod` names all that is built
 * in, also what is indirect. Source: go.dev/ref/mod, "go.sum files" and "Graph pruning".
 */
export const GO_SUM: Format = {
  id: 'go-sum',
  label: 'go.sum next to a go.mod of Go 1.16 or before',
  matches: (path) => /(?:^|\/)go\.sum$/.test(path),
  unless: { sibling: 'go.mod', saysAll: (text) => namesIndirect(text) },
  read({ text }, list) {
    const newest = new Map<string, { readonly version: string; readonly line: number }>();
    eachLine(text, (content, line) => {
      if (content.trim() === '') return;
      const [, path, version, isModFile] = CHECKSUM.exec(content) ?? [];
      if (path === undefined || version === undefined) {
        if (newest.size === 0) throw new UnreadableFileError('is no go.sum: a line is no checksum of a module', line);
        list.addProblem('has a line that is no checksum of a module', line);
        return;
      }
      const known = newest.get(path);
      if (isModFile !== undefined || (known !== undefined && compareVersions(GO, known.version, version) >= 0)) return;
      if (newest.size > FILE_LIMITS.entriesMax) throw tooMany('modules', FILE_LIMITS.entriesMax);
      newest.set(path, { version, line });
    });
    for (const [path, { version, line }] of newest) list.addRegistryPackage('golang', path, version, { line });
  },
};

const GO = orderOf('Go');
/** `module version[/go.mod] h1:hash`. */
const CHECKSUM = /^(\S{1,1000}) (v[^\s/]{1,300})(\/go\.mod)? h\d+:\S{1,200}\s*$/;

/** Whether a `go.mod` names all modules that are built in: its `go` line says 1.17 or more. Without one it is of Go 1.16. */
function namesIndirect(goMod: string): boolean {
  const [, minor = '0'] = /^go[ \t]+1\.(\d{1,4})\b/m.exec(goMod) ?? [];
  return Number(minor) >= PRUNED_SINCE || /^go[ \t]+[2-9]/m.test(goMod);
}

const PRUNED_SINCE = 17;
