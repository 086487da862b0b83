import { parseReference } from '@stackcheck/image-parser';
import type { EntryList } from '../entries/entry-list';
import type { FileText, Format } from '../entries/format';
import { readInstructions, type Instruction } from './dockerfile-instructions';
import { addImage, isPinned } from './image-entry';
import { substitute, type VariableSyntax } from './substitute';

/** Dockerfiles by name: what follows `Dockerfile.` is a variant, unless it is a file type of its own. */
const NAME = /(?:^|[/_.-])(?:dockerfile|containerfile)(?:\.([^/]+))?$/i;
const OTHER_TYPES =
  /(?:^|\.)(?:dockerignore|md|txt|rst|html|json|ya?ml|toml|go|[cm]?[jt]sx?|py|rb|rs|java|sh|lock|map|orig|log|tsbuildinfo)$/i;

/** The images that a build begins from. */
export const dockerfile: Format = {
  id: 'dockerfile',
  label: 'Dockerfile and Containerfile, also Dockerfile.* and *.dockerfile',
  matches(path) {
    const match = NAME.exec(path);
    return match !== null && !OTHER_TYPES.test(match[1] ?? '');
  },
  read(file: FileText, list: EntryList): void {
    readDockerfile(file.text, list);
  },
};

/** What is known where a Dockerfile is built. */
export interface BuildContext {
  /** Values of `ARG`, in place of their defaults. */
  readonly args?: ReadonlyMap<string, string>;
  /** Names that stand for something else than an image or stage of this name; lower-cased. */
  readonly contexts?: ReadonlySet<string>;
  /** The line of the file for one of the text. */
  readonly lineOf?: (line: number) => number | undefined;
}

/** Reads the text of a Dockerfile, which may stand in another file. */
export function readDockerfile(text: string, list: EntryList, context: BuildContext = {}): void {
  new Build(list, context).read(text);
}

/**
 * The stages of one Dockerfile. Images are those of FROM; those of `COPY --from` and `RUN --mount` as well where they have a tag or
 * a digest: without one, what is copied out of them has no version that could be judged.
 */
class Build {
  private readonly args = new Map<string, string>();
  private readonly stages: Set<string>;
  private stageCount = 0;
  private syntax: VariableSyntax = { valueOf: (name) => this.args.get(name), escape: '\\', quotes: true };

  constructor(
    private readonly list: EntryList,
    private readonly context: BuildContext,
  ) {
    this.stages = new Set(context.contexts);
  }

  read(text: string): void {
    const { escape, instructions } = readInstructions(text);
    this.syntax = { ...this.syntax, escape };
    const { lineOf } = this.context;
    for (const instruction of instructions) {
      const line = lineOf === undefined ? instruction.line : lineOf(instruction.line);
      this.take(instruction, line);
      const { unended } = instruction;
      if (unended === undefined) continue;
      this.list.addProblem(`has a here-document that ${unended} does not end; what follows it was not read`, line);
    }
  }

  private take({ keyword, args }: Instruction, line: number | undefined): void {
    if (keyword === 'FROM') this.from(args, line);
    // Only what stands before the first FROM is known in a FROM.
    else if (keyword === 'ARG' && this.stageCount === 0) this.arg(args);
    else if (keyword === 'COPY') this.copied(flagsOf(args), line);
    else if (keyword === 'RUN') this.mounted(flagsOf(args), line);
  }

  private from(args: string, line: number | undefined): void {
    const [image, as, name] = wordsOf(args).filter((word) => !word.startsWith('--'));
    this.stageCount += 1;
    if (image !== undefined) this.base(image, line);
    if (as?.toLowerCase() === 'as' && name !== undefined) this.stages.add(name.toLowerCase());
  }

  private base(written: string, line: number | undefined): void {
    const image = substitute(written, this.syntax);
    if (image === undefined) this.list.addApart(written, 'variable', line);
    else if (image !== 'scratch' && !this.stages.has(image.toLowerCase())) addImage(this.list, image, line);
  }

  private arg(args: string): void {
    for (const [, name, value] of args.slice(0, ARGS_LENGTH_MAX).matchAll(ARG_WORD)) {
      if (name === undefined) continue;
      const given = this.context.args?.get(name);
      const known = given ?? (value === undefined ? undefined : substitute(value, this.syntax));
      if (known !== undefined) this.args.set(name, known);
    }
  }

  private copied(flags: readonly string[], line: number | undefined): void {
    for (const flag of flags) if (flag.startsWith('--from=')) this.source(flag.slice('--from='.length), line);
  }

  private mounted(flags: readonly string[], line: number | undefined): void {
    for (const flag of flags) {
      if (!flag.startsWith('--mount=')) continue;
      const from = flag.split(/[=,]/).indexOf('from');
      if (from !== -1) this.source(flag.split(/[=,]/)[from + 1] ?? '', line);
    }
  }

  /** A stage by name or number, else an image. Variables are not put in there by every builder. */
  private source(written: string, line: number | undefined): void {
    const image = substitute(written, this.syntax);
    if (image === undefined) return this.list.addApart(written, 'variable', line);
    if (image === '' || /^\d+$/.test(image) || this.stages.has(image.toLowerCase())) return;
    const reference = parseReference(image);
    if ('fault' in reference || isPinned(image)) addImage(this.list, image, line);
    else this.list.addApart(image, 'no_version', line);
  }
}

/** `NAME=value` or `NAME`; quotation marks keep blanks together. */
const ARG_WORD = /(?<!\S)([A-Za-z_]\w*)(?:=((?:"(?:\\[^]|[^"\\])*"|'[^']*'|[^\s"'])*))?(?!\S)/g;

/** Of the text of an ARG, whose longer ones are not read to their end. */
const ARGS_LENGTH_MAX = 16 * 1024;

/** No instruction that is read has more words that matter. */
const WORDS_MAX = 50;

function wordsOf(args: string): string[] {
  const words: string[] = [];
  for (const [word] of args.matchAll(/\S+/g)) {
    words.push(word);
    if (words.length >= WORDS_MAX) break;
  }
  return words;
}

/** The `--flag=value` words at the beginning. */
function flagsOf(args: string): readonly string[] {
  const words = wordsOf(args);
  const end = words.findIndex((word) => !word.startsWith('--'));
  return end === -1 ? words : words.slice(0, end);
}
