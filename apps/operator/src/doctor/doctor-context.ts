import type { ApiConfig } from '@stackcheck/api';
import type { Clock } from '@stackcheck/contract';
import type { ExitCode } from '../cli';
import type { ProgramName } from '../run-program';
import type { RealPurchase } from './checks/purchase';
import type { Finding } from './finding';

/** What the checks are made with. */
export interface DoctorContext {
  readonly config: ApiConfig;
  readonly clock: Clock;
  /** Buys with real money; absent where that was not asked for. */
  readonly buy?: RealPurchase | undefined;
  /** Runs another program of this installation silently. */
  readonly runProgram: (name: ProgramName, args: readonly string[]) => Promise<ExitCode>;
}

/** Looks at one subject. What it throws is a fault of that subject. */
export interface Check {
  readonly name: string;
  readonly run: (context: DoctorContext) => Promise<readonly Finding[]>;
}
