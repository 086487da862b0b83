import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { utcDay } from '@stackcheck/contract';
import type { Finding } from '@stackcheck/report';
import {
  applyAcceptances,
  applyBaseline,
  readBaseline,
  readProjectFile,
  readVex,
  type Acceptance,
  type Baseline,
} from '@stackcheck/report/accept';
import type { Policy } from '@stackcheck/stack-core';
import { bytesOf } from '../folder/file-bytes';
import { CliError, EXIT } from '../program/exit-code';
import type { Sifted } from '../stack/outcome';
import { notRead } from '../terminal/system-faults';
import type { Streams } from '../terminal/streams';

/** Flags that name the files of a project. */
export interface ProjectFlags {
  /** `stackcheck.toml` of this folder where it is not said and there is one. */
  readonly config?: string;
  /** `stackcheck.baseline.json`, likewise. */
  readonly baseline?: string;
  readonly vex?: readonly string[];
}

/** What a project says for itself. */
export interface Project {
  readonly policy: Partial<Policy>;
  /** What messages about the policy call its file. */
  readonly policyFile: string;
  /** Applies acceptances, then the baseline. */
  readonly sift: (findings: readonly Finding[], day: string) => Sifted;
}

/** Names of the files that are read unasked. */
export const CONFIG_FILE = 'stackcheck.toml';
export const BASELINE_FILE = 'stackcheck.baseline.json';

/** Reads the files of a project. @throws CliError `usage` with each fault of its configuration, `unreadable` for the others */
export function loadProject({ config, baseline, vex = [] }: ProjectFlags, streams: Streams): Project {
  const today = utcDay(streams.now());
  const policyFile = config ?? CONFIG_FILE;
  const { policy, acceptances } = readConfig(textOf(config, CONFIG_FILE, streams), policyFile, today);
  const known = readKnown(textOf(baseline, BASELINE_FILE, streams), baseline ?? BASELINE_FILE);
  const statements = vex.map((file) => vexIn(file, streams));
  const all = [...acceptances, ...statements.flatMap((each) => each.acceptances)];
  const others = statements.reduce((sum, each) => sum + each.others, 0);
  const ofVex =
    others === 0
      ? []
      : [
          `${others} VEX ${others === 1 ? 'statement is' : 'statements are'} of another status than not_affected and fixed, and change nothing`,
        ];
  return {
    policy,
    policyFile,
    sift(findings) {
      const { counting, accepted, notices } = applyAcceptances(findings, all, today);
      const parted = known === undefined ? { counting, known: [] } : applyBaseline(counting, known);
      return { ...parted, accepted, notices: [...notices, ...ofVex] };
    },
  };
}

function readConfig(
  text: string | undefined,
  file: string,
  day: string,
): { readonly policy: Partial<Policy>; readonly acceptances: readonly Acceptance[] } {
  if (text === undefined) return { policy: {}, acceptances: [] };
  const reading = readProjectFile(text, { file, day });
  if (reading.ok) return reading;
  throw new CliError(EXIT.usage, reading.faults.join('\n'));
}

function readKnown(text: string | undefined, file: string): Baseline | undefined {
  if (text === undefined) return undefined;
  const reading = readBaseline(text, file);
  if (reading.ok) return reading.baseline;
  throw new CliError(EXIT.unreadable, reading.fault);
}

function vexIn(file: string, streams: Streams) {
  const reading = readVex(textOf(file, '', streams) ?? '', file);
  if (reading.ok) return reading;
  throw new CliError(EXIT.unreadable, reading.fault);
}

/** The text of a file that was named, or of one that is there unasked. */
function textOf(named: string | undefined, unasked: string, { cwd }: Streams): string | undefined {
  const file = resolve(cwd, named ?? unasked);
  if (named === undefined && !existsSync(file)) return undefined;
  try {
    return Buffer.from(bytesOf(file)).toString('utf8');
  } catch (cause) {
    throw new CliError(EXIT.unreadable, `${named ?? unasked} ${notRead(cause)}`, { cause });
  }
}
