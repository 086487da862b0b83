import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publish } from '../catalogue/publish';
import type { PageScript, PageScripts, Published } from '../catalogue/define-route';

const TYPE = 'text/javascript; charset=utf-8';

/** Where building puts the scripts; the same depth below the repository from the sources and from what is compiled of them. */
export const SCRIPTS_FOLDER = join(__dirname, '..', '..', '..', 'site', 'dist', 'scripts');

/** What tools/launch/bundle-site.js writes for a page. */
interface Bundled {
  readonly file: string;
  readonly loads: readonly string[];
  readonly later: readonly string[];
}

/** The scripts that were bundled into a folder; none where it is missing, since every page says what it can without. */
export function readScripts(folder: string): PageScripts {
  const list = join(folder, 'scripts.json');
  const bundled = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Readonly<Record<string, Bundled>>) : {};
  const names = Object.values(bundled).flatMap(({ file, loads, later }) => [file, ...loads, ...later]);
  const files = new Map<string, Published>(
    [...new Set(names)].map((name) => [name, publish(TYPE, readFileSync(join(folder, name)))]),
  );
  return {
    of: (page) => scriptOf(Object.hasOwn(bundled, page) ? bundled[page] : undefined),
    file: (name) => files.get(name),
  };
}

function scriptOf(bundled: Bundled | undefined): PageScript | undefined {
  return bundled && { path: assetPath(bundled.file), loads: bundled.loads.map(assetPath) };
}

function assetPath(name: string): string {
  return `/assets/${name}`;
}
