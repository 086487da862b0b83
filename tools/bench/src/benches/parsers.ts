import { threadTimeMs } from '../children/thread-time';
import { allParsers } from '../parsers/all-parsers';
import { hostileTexts, type HostileText } from '../parsers/hostile-texts';
import { surprise, type Parser } from '../parsers/parser';
import { figure, type Report } from '../report/table';

const MEGABYTE = 1_000_000;

/** Of the texts that find out which shapes a parser takes longest for. */
const PROBE_BYTES = 20_000;
const SHAPES = 3;
const ROUNDS = 3;
const SHOWN = 15;

/** What takes longer than this at a hundredth of the length would take minutes at the whole: it is not asked for more. */
const PROBE_MS_MAX = 200;

interface Slowest {
  readonly name: string;
  readonly ms: number;
  readonly shape: string;
}

/**
 * Each parser of the libraries on texts of one megabyte: of all shapes the three that it takes longest for when they are short, the
 * best of some rounds each, the slowest first.
 */
export function benchParsers({ rounds = ROUNDS }: { readonly rounds?: number } = {}): Promise<Report> {
  const all = allParsers()
    .map((parser) => slowestOf(parser, rounds))
    .sort((a, b) => b.ms - a.ms);
  const over = all.filter(({ ms }) => ms > 100).length;
  const row = ({ name, ms, shape }: Slowest, what: string) => ({
    what,
    value: `${figure(ms)} ms`,
    ratio: `${name === what ? '' : `${name}: `}${shape}`,
    measured: { unit: 'ms', values: [ms] },
  });
  return Promise.resolve({
    title: `Parsers on hostile texts of 1 MB (best of ${rounds} rounds): ${all.length} of them, ${over} over 100 ms`,
    rows: [row(all[0]!, 'slowest of all'), ...all.slice(0, SHOWN).map((slow) => row(slow, slow.name))],
  });
}

function slowestOf(parser: Parser, rounds: number): Slowest {
  const probes = hostileTexts(parser.starts)
    .map((text) => ({ text, ms: timeOf(parser, text, PROBE_BYTES, 2) }))
    .sort((a, b) => b.ms - a.ms);
  const measured = probes.slice(0, SHAPES).map(({ text, ms }) => ({
    shape: text.shape,
    ms: ms > PROBE_MS_MAX ? (ms * MEGABYTE) / PROBE_BYTES : timeOf(parser, text, MEGABYTE, rounds),
  }));
  const worst = measured.reduce((a, b) => (a.ms >= b.ms ? a : b));
  return { name: parser.name, ...worst };
}

function timeOf(parser: Parser, text: HostileText, bytes: number, rounds: number): number {
  const whole = text.of(bytes);
  return Math.min(...Array.from({ length: rounds }, () => onceTimed(parser, whole)));
}

/** In processor time of this thread, which others on the machine do not lengthen much. */
function onceTimed(parser: Parser, text: string): number {
  const started = clock();
  const thrown = surprise(parser, text);
  const took = clock() - started;
  if (thrown !== undefined) throw new Error(`${parser.name}: ${String(thrown)}`, { cause: thrown });
  return took;
}

const clock = threadTimeMs();
