import type { FileInventory } from '@stackcheck/inventory';
import type { JsonSchema } from '@stackcheck/queries/json-schema';
import type { McpHost } from './host';
import { answered, badArguments, freeOf, type CallResult } from './results';

type Arguments = Readonly<Record<string, unknown>>;

/** A tool about files of this machine. */
export interface ProjectTool {
  readonly name: 'read_project' | 'check_project';
  readonly title: string;
  readonly says: string;
  readonly input: JsonSchema;
  /** @throws ServiceError for arguments, CliError for what may not or cannot be read */
  answer(args: Arguments, host: McpHost): Promise<CallResult>;
}

const PATH: JsonSchema = {
  type: 'string',
  maxLength: 4096,
  description: 'A file or folder below the roots of this server; the first root where it is left out.',
};

/** Entries that one call is answered with. */
const ENTRIES_MAX = 2000;
const FINDINGS_MAX = 500;

/** The tools about files; both are free, and send nothing anywhere. */
export const PROJECT_TOOLS: readonly ProjectTool[] = [
  {
    name: 'read_project',
    title: 'Read a project',
    says: 'Lists the packages, images and products that lockfiles, SBOMs, Dockerfiles, manifests and runtime files of a folder name, with file and line.',
    input: { type: 'object', properties: { path: PATH }, additionalProperties: false },
    answer: (args, { projects }) => {
      const { folder, files } = projects.read(pathIn(args));
      return Promise.resolve(answered({ data: { folder, ...bounded(files) } }, freeOf('files')));
    },
  },
  {
    name: 'check_project',
    title: 'Check a project',
    says: 'Judges the packages, images and products of a folder by local snapshots: what is at its end of life, exploited, vulnerable or malicious, on which line, and what to move to.',
    input: {
      type: 'object',
      properties: {
        path: PATH,
        no_dev: { type: 'boolean', description: 'Leaves out what is for development alone.' },
      },
      additionalProperties: false,
    },
    async answer(args, { projects, source }) {
      const { no_dev: noDev = false } = args;
      if (typeof noDev !== 'boolean') throw badArguments('no_dev must be true or false');
      const { folder, outcome } = await projects.check(pathIn(args), noDev);
      const { findings, snapshots, verdict, day, summary, accepted, notices, policy } = outcome;
      const shown = findings.slice(0, FINDINGS_MAX);
      const data = { folder, verdict, day, summary, findings: shown, left_off: findings.length - shown.length };
      return answered({ data: { ...data, accepted, notices, policy } }, freeOf(source, snapshots));
    },
  },
];

function pathIn({ path = '.' }: Arguments): string {
  if (typeof path !== 'string' || path === '' || path.length > 4096)
    throw badArguments('path must be a string of 1 to 4096 characters');
  return path;
}

const LISTS = ['products', 'images', 'packages', 'apart', 'problems'] as const;

/** As many entries as one answer may hold, in order, and how many there are. */
function bounded(files: readonly FileInventory[]) {
  let room = ENTRIES_MAX;
  let leftOff = 0;
  const shown = files.map((file) => {
    const lists = LISTS.map((name) => {
      const part = (file[name] as readonly object[]).slice(0, room);
      room -= part.length;
      leftOff += file[name].length - part.length;
      return [name, part] as const;
    });
    return { path: file.path, format: file.format, ...Object.fromEntries(lists) };
  });
  const count = (name: (typeof LISTS)[number]): number => files.reduce((sum, file) => sum + file[name].length, 0);
  const counts = { packages: count('packages'), images: count('images'), products: count('products') };
  return { counts: { files: files.length, ...counts }, files: shown, left_off: leftOff };
}
