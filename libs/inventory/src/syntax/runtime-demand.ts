import { GENERAL_WORDS, NODE_RELEASES } from '@stackcheck/image-parser/table';
import type { EntryList } from '../entries/entry-list';
import { readJava } from './java-vendors';
import { lowestVersion } from './lowest-version';
import { productOfTool } from './runtime-products';

/** A demand for a runtime or tool, as a file writes it. */
export interface RuntimeDemand {
  /** As the file calls it: `node`, `golang`, `java`. */
  readonly tool: string;
  /** Version, range or word: `18`, `>=3.8,<4`, `lts/hydrogen`. */
  readonly written: string;
  /** What stands before the quoted text in `from`: `engines.node`. */
  readonly where: string;
  readonly line?: number | undefined;
  /** `>3.7` allows 3.7.1 (PEP 440); otherwise it begins with the next line. */
  readonly excludesVersionOnly?: boolean;
}

/**
 * Adds what a demand comes to: a product in the lowest version it allows, without a version where it is a word such as `latest`, or
 * an entry apart: a variable, a tool that is no product, or Java without its vendor, whose support differs by vendor.
 */
export function addRuntime(list: EntryList, demand: RuntimeDemand): void {
  const { tool, line } = demand;
  const written = demand.written.trim();
  const from = `${demand.where} "${written}"`;
  const name = `${tool} ${written}`;
  if (/\$|\{\{/.test(written)) return list.addApart(name, 'variable', line);
  if (written.startsWith('ref:')) return list.addApart(name, 'git', line);
  if (written.startsWith('path:')) return list.addApart(name, 'path', line);
  const { product, version } = readDemand(demand, written);
  if (product === undefined) list.addApart(name, 'ambiguous', line);
  else if (product === null) list.addApart(name, 'unsupported', line);
  else list.addProduct(product, version, from, line);
}

interface Read {
  /** Null: no product of the dataset; undefined: several may be meant. */
  readonly product: string | null | undefined;
  readonly version: string | null;
}

function readDemand({ tool, excludesVersionOnly = false }: RuntimeDemand, written: string): Read {
  if (JAVA.has(tool.toLowerCase())) return readJava(written);
  const product = productOfTool(tool) ?? null;
  if (product === 'nodejs') return { product, version: nodeVersion(written) };
  const [, word, rest] = /^([A-Za-z][A-Za-z+_-]*?)[-@ ]?v?(\d.*)$/.exec(written) ?? [];
  const lowest = lowestVersion(written, excludesVersionOnly ? 'version' : 'line');
  const range = lowest !== null && product !== null && isMajorAlone(product, lowest) ? null : lowest;
  if (word === undefined || rest === undefined || CHANNELS.has(word.toLowerCase())) return { product, version: range };
  // `ruby-3.2.2` and `go1.22` are the tool itself, `jruby-9.4` is another one, and `pypy3.10` or `miniconda3-4.7` is none that is known.
  const named = productOfTool(word) ?? null;
  return { product: named, version: named === null ? null : rest };
}

/** `3`, `3.x` and `>=3` of a product with many release cycles in each major: whichever is the newest when it is installed. */
function isMajorAlone(product: string, lowest: string): boolean {
  return MINOR_CYCLES.has(product) && /^\d+$/.test(lowest);
}

/** Products each of whose majors has many release cycles. */
const MINOR_CYCLES: ReadonlySet<string> = new Set([
  'python',
  'ruby',
  'go',
  'php',
  'terraform',
  'perl',
  'elixir',
  'rust',
]);

/** Words before a date or number that name no tool. */
const CHANNELS: ReadonlySet<string> = new Set([...GENERAL_WORDS, 'beta', 'canary', 'head', 'nightly', 'rc', 'v']);

const JAVA: ReadonlySet<string> = new Set(['java', 'core:java', 'jdk', 'openjdk']);

/** Versions and ranges, and the names of long-term releases: `lts/hydrogen`, `lts-hydrogen`, `hydrogen`. */
function nodeVersion(written: string): string | null {
  const [, codename] = /^(?:lts[/-])?([a-z]+)$/i.exec(written) ?? [];
  const release = NODE_RELEASES.find(({ word }) => word === codename?.toLowerCase());
  return release?.cycle ?? lowestVersion(written.replace(/^node-?(?=v?\d)/, ''));
}
