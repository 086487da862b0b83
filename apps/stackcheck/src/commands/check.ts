import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FileInventory } from '@stackcheck/inventory';
import { nothingJudgedText, REPORT_FORMATS, type Outcome, type ReportFormat } from '@stackcheck/report';
import { toPolicy, type Stack } from '@stackcheck/stack-core';
import { CliError, EXIT, type ExitCode } from '../program/exit-code';
import { describeBill, type Bill } from '../sources/api-source';
import type { Source } from '../stack/source';
import type { Project } from '../project/project';
import { gather } from '../stack/components';
import { toOutcome } from '../stack/outcome';
import { withProducts } from '../stack/product-catalogue';
import { plainLine } from '../terminal/plain-line';
import { INPUT_NAME, readFiles } from '../stack/read-files';
import { unjudgedIn } from '../stack/unjudged';
import { notWritten } from '../terminal/system-faults';
import type { Streams } from '../terminal/streams';
import { askedDay, policyOfFlags, type PolicyFlags } from './options';

/** Flags of `check`. */
export interface CheckFlags extends PolicyFlags {
  /** `sarif` or `sarif:FILE`. */
  readonly format?: readonly string[];
  readonly unknown: 'fail' | 'pass';
  readonly exclude?: readonly string[];
  /** False with `--no-dev`. */
  readonly dev: boolean;
  readonly requireInputs?: boolean;
  readonly as?: string;
  readonly quiet?: boolean;
  /** Says what the answers would cost, and asks for none. */
  readonly dryRun?: boolean;
}

/** What a check is made with. */
export interface CheckDeps {
  /** What the service asks for a stack. */
  readonly bill: (stack: Stack) => Promise<Bill>;
  readonly streams: Streams;
  /** The source that was chosen. @throws CliError where there is none */
  readonly source: () => Source;
  readonly project: Project;
  /** What is judged in place of files: what was named on the command line. */
  readonly given?: () => readonly FileInventory[];
  readonly cves?: readonly string[];
}

/** An output that was asked for. */
interface Output {
  readonly format: ReportFormat;
  readonly file: string | undefined;
}

/** Reads what is there, judges it, and writes what was found in each format. */
export async function check(paths: readonly string[], flags: CheckFlags, deps: CheckDeps): Promise<ExitCode> {
  const { streams } = deps;
  const outputs = toOutputs(flags.format ?? ['table']);
  if (flags.dryRun === true) return quote(paths, flags, deps);
  const outcome = await findOutcome(paths, flags, deps);
  for (const { format, file } of outputs) {
    const text = format.write(outcome, {
      ...(streams.columns !== undefined && { width: streams.columns }),
      colors: file === undefined && streams.colors,
      quiet: flags.quiet === true,
    });
    if (file === undefined) streams.write(text);
    else writeOutput(file, text, streams);
  }
  // The table says them itself; its short form leaves out what changes no exit code.
  const isShown = outputs.some(({ format, file }) => file === undefined && format.id === 'table');
  if (!isShown || flags.quiet === true) {
    const nothing = nothingJudgedText(outcome.summary);
    for (const notice of isShown ? unreadIn(outcome.inventory) : outcome.notices) streams.note(plainLine(notice));
    if (nothing !== undefined) streams.note(nothing);
  }
  return exitCodeOf(outcome, flags);
}

function writeOutput(file: string, text: string, { cwd }: Streams): void {
  try {
    writeFileSync(resolve(cwd, file), text);
  } catch (cause) {
    throw new CliError(EXIT.usage, `${file} ${notWritten(cause)}; name another file after --format`, { cause });
  }
}

/** The bill for asking the service, without paying. */
export async function quote(paths: readonly string[], flags: CheckFlags, deps: CheckDeps): Promise<ExitCode> {
  const { stack } = readStack(paths, flags, deps);
  deps.streams.write(`${describeBill(await deps.bill(stack))}\n`);
  return EXIT.ok;
}

/** Everything but the outputs. */
export async function findOutcome(paths: readonly string[], flags: CheckFlags, deps: CheckDeps): Promise<Outcome> {
  const { streams } = deps;
  const { files, components, stack, source } = readStack(paths, flags, deps);
  const { items, images, packages, policy } = stack;
  streams.progress(`judging: packages ${packages.length}, images ${images.length}, products ${items.length}`);
  const judgement = await source.judge(stack);
  streams.progress('');
  const notices = [...unreadIn(files), ...unjudgedIn(files)];
  return toOutcome({ files, components, judgement, policy, source: source.kind, sift: deps.project.sift, notices });
}

/** What is there to be judged, and by which policy. */
function readStack(paths: readonly string[], flags: CheckFlags, deps: CheckDeps) {
  const { streams, project } = deps;
  const policy = toPolicy({ ...project.policy, ...policyOfFlags(flags) });
  askedDay(policy.as_of, streams.now(), flags.asOf === undefined ? { inFile: project.policyFile } : undefined);
  const source = deps.source();
  const given = deps.given ?? (() => readFiles(paths.length === 0 ? ['.'] : paths, flags, streams));
  const files = given().map((file) => withProducts(file, () => source.catalogue()));
  const components = gather(files, { noDev: !flags.dev, cves: deps.cves ?? [] });
  const stack: Stack = { ...components.lists, policy };
  return { files, components, stack, source };
}

/** What could not be read, with the place of it. */
function unreadIn(files: readonly FileInventory[]): readonly string[] {
  return files.flatMap(({ path, problems }) =>
    problems.map(({ line, message }) => {
      const name = path === INPUT_NAME ? 'standard input' : path;
      return `${line === undefined ? name : `${name}:${line}`} ${message}`;
    }),
  );
}

function toOutputs(formats: readonly string[]): readonly Output[] {
  const outputs = formats.map((text): Output => {
    const [id = '', ...rest] = text.split(':');
    const format = REPORT_FORMATS.find((each) => each.id === id);
    if (format === undefined) {
      const ids = REPORT_FORMATS.map((each) => each.id).join(', ');
      throw new CliError(EXIT.usage, `--format ${text}: there is no format "${id}"; there are ${ids}`);
    }
    return { format, file: rest.length === 0 ? undefined : rest.join(':') };
  });
  if (outputs.filter(({ file }) => file === undefined).length > 1) {
    throw new CliError(
      EXIT.usage,
      'two formats for standard output: give all but one a file, as in --format sarif:FILE',
    );
  }
  return outputs;
}

/** The worst of what happened: a verdict of fail, files that cannot be read, doubt. */
function exitCodeOf({ verdict, inventory, summary }: Outcome, { unknown, requireInputs }: CheckFlags): ExitCode {
  if (verdict === 'fail') return EXIT.fail;
  const isUnread = inventory.some(({ problems }) => problems.length > 0);
  if (isUnread || (requireInputs === true && nothingJudgedText(summary) !== undefined)) return EXIT.unreadable;
  return verdict === 'unknown' && unknown === 'fail' ? EXIT.unknown : EXIT.ok;
}
