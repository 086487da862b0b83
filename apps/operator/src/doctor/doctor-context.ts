import type { ApiConfig } from '@stackcheck/api';
import type { Clock } from '@stackcheck/contract';
import type { ExitCode } from '../cli';
import type { ProgramName } from '../run-program';
import type { Finding } from './finding';

/** What the checks are made with. */
export interface DoctorContext {
  readonly config: ApiConfig;
  readonly clock: Clock;
  /** Runs another program of this installation silently. */
  readonly runProgram: (name: ProgramName, args: readonly string[]) => Promise<ExitCode>;
}

/** Looks at one subject. What it throws is a fault of that subject. */
export interface Check {
  readonly name: string;
  readonly run: (context: DoctorContext) => Promise<readonly Finding[]>;
}
