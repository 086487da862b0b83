import { askedDay } from './options';
import { toEolCycle, type EolCycle } from '@stackcheck/eol-core';
import { suggestProducts } from '@stackcheck/eol-core/suggestions';
import { CliError, EXIT, type ExitCode } from '../program/exit-code';
import type { Source } from '../stack/source';
import type { Streams } from '../terminal/streams';

/** Flags of `eol PRODUCT`. */
export interface CyclesFlags {
  readonly asOf?: string;
  readonly format?: readonly string[];
}

/** Lists the release cycles of products with their support, newest first. */
export function listCycles(names: readonly string[], flags: CyclesFlags, source: Source, streams: Streams): ExitCode {
  if (source.kind === 'api') {
    throw new CliError(
      EXIT.usage,
      `${names[0]}: the service is asked about a version, such as ${names[0]}@18; cycles are listed from a snapshot`,
    );
  }
  const { index } = source.catalogue();
  const day = askedDay(flags.asOf, streams.now());
  const products = names.map((name) => {
    const found = index.find(name);
    if (found !== undefined)
      return { ...found.product, cycles: found.product.cycles.map((cycle) => toEolCycle(cycle, day)) };
    const close = suggestProducts(index, name);
    const meant = close.length === 0 ? 'see https://endoflife.date for names' : `did you mean ${close.join(', ')}?`;
    throw new CliError(EXIT.unknown, `${name} is no product that is known; ${meant}`);
  });
  if (flags.format?.includes('json')) {
    const rows = products.map(({ id, label, cycles }) => ({ product: id, label, cycles }));
    streams.write(`${JSON.stringify({ schema: 1, day, products: rows }, null, 2)}\n`);
  } else {
    for (const { label, id, cycles } of products) streams.write(`${label} (${id})\n${cycles.map(toLine).join('')}`);
  }
  return EXIT.ok;
}

function toLine({ cycle, is_lts: isLts, status, eol, days_until_eol: days, latest }: EolCycle): string {
  const ends = eol === null ? 'no end is known' : `${days !== null && days < 0 ? 'ended' : 'ends'} ${eol}`;
  const parts = [`${cycle}${isLts ? ' LTS' : ''}`.padEnd(16), status.padEnd(15), ends.padEnd(18)];
  return `  ${parts.join('  ')}${latest === null ? '' : `  latest ${latest}`}\n`;
}
