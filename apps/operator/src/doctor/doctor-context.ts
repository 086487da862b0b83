import type { ApiConfig } from '@stackcheck/api';
import type { Clock } from '@stackcheck/contract';
import type { ExitCode } from '../cli-deps';
import type { ProgramName } from '../run-program';
import type { Finding } from './finding';

/** How an answer is bought with real money. */
export interface RealPurchase {
  /** 64 hex digits, of its owner alone; what it spent is in `<file>.spent.json`. */
  readonly keyFile: string;
  /** The most that one purchase may cost, atomic USDC; ten times as much in a day. */
  readonly most: bigint;
}

/** What the checks are made with. */
export interface DoctorContext {
  readonly config: ApiConfig;
  readonly clock: Clock;
  /** The variables that the service runs with. */
  readonly env: Readonly<Record<string, string | undefined>>;
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
