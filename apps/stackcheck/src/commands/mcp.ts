import { lstatSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AtomicUsdc } from '@stackcheck/contract';
import { REPORT_FORMATS, type Outcome } from '@stackcheck/report';
import type { McpHost, Projects, WireOutcome } from '../mcp/host';
import { capsOf, openService, type PayFlags } from '../paying/service';
import { CliError, EXIT, type ExitCode } from '../program/exit-code';
import { VERSION } from '../program/version';
import { BASELINE_FILE, CONFIG_FILE, loadProject } from '../project/project';
import { chooseSource, dataFolder } from '../sources/choose-source';
import { datasetsOf, demoDatasets } from '../sources/local-datasets';
import { Roots } from '../folder/roots';
import { NO_CATALOGUE, withProducts } from '../stack/product-catalogue';
import { readFiles } from '../stack/read-files';
import type { Streams } from '../terminal/streams';
import { findOutcome } from './check';

/** Flags of `mcp`. */
export interface McpFlags extends PayFlags {
  /** The working folder where it is not said. */
  readonly root?: readonly string[];
  readonly source: 'snapshot' | 'demo';
  /** Hours. */
  readonly maxAge?: number;
  readonly confirmAbove?: AtomicUsdc;
}

/** Serves the tools to a client of the Model Context Protocol until it closes standard input. */
export async function mcp(flags: McpFlags, streams: Streams): Promise<ExitCode> {
  const host = hostOf(flags, streams);
  const { serveMcp } = await import('../mcp/serve.js');
  await serveMcp(host, streams.messages());
  return EXIT.ok;
}

function hostOf(flags: McpFlags, streams: Streams): McpHost {
  const { source, maxAge, keyFile, confirmAbove } = flags;
  const { env, now, note } = streams;
  const isPresent = (text: string | undefined): boolean => text !== undefined && text !== '';
  return {
    version: VERSION,
    source,
    datasets: source === 'demo' ? demoDatasets(now) : datasetsOf(dataFolder(streams), now, maxAge),
    service: openService(flags, streams),
    paying: {
      hasKey: [keyFile, env['STACKCHECK_KEY_FILE'], env['STACKCHECK_KEY']].some(isPresent),
      caps: capsOf(flags),
      confirmAbove,
    },
    projects: projectsOf(flags, streams),
    now,
    note,
  };
}

function projectsOf(flags: McpFlags, streams: Streams): Projects {
  const roots = new Roots(flags.root ?? ['.'], streams.cwd);
  const within = (file: string): string | undefined => roots.within(file);
  const locate = (path: string) => {
    const target = roots.locate(path);
    const stats = statSync(target);
    // A pipe or a device would be waited for.
    if (!stats.isFile() && !stats.isDirectory())
      throw new CliError(EXIT.unreadable, `${path} is no file and no folder; name one of these`);
    const folder = stats.isDirectory() ? target : dirname(target);
    return { target, folder, own: { ...streams, cwd: folder, progress: () => undefined } };
  };
  return {
    roots: roots.folders,
    read(path) {
      const { target, folder, own } = locate(path);
      const files = readFiles([target], { within }, own).map((file) => withProducts(file, () => NO_CATALOGUE));
      return { folder, files };
    },
    async check(path, noDev) {
      const { target, folder, own } = locate(path);
      for (const name of [CONFIG_FILE, BASELINE_FILE]) requireWithin(roots, join(folder, name));
      const files = () => readFiles([target], { within }, own);
      const outcome = await findOutcome(
        [target],
        { unknown: 'pass', dev: !noDev },
        {
          streams: own,
          source: () => chooseSource(flags, own),
          project: loadProject({}, own),
          given: files,
          bill: () => Promise.reject(new Error('nothing is bought for a check')),
        },
      );
      return { folder, outcome: toWire(outcome) };
    },
  };
}

/** A file of a project that is read unasked must not be a link that leads elsewhere. */
function requireWithin(roots: Roots, file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined || roots.within(file) !== undefined) return;
  throw new CliError(EXIT.unreadable, `${file} is a link to what may not be read; put the file itself there`);
}

function toWire(outcome: Outcome): WireOutcome {
  const { write } = REPORT_FORMATS.find(({ id }) => id === 'json')!;
  return JSON.parse(write(outcome, { colors: false, quiet: false })) as WireOutcome;
}
