import type { CliDeps, ExitCode } from './cli-deps';
import type { runProgram } from './run-program';

/** What the operator's command line reads from and writes to. */
export interface OperatorDeps extends CliDeps {
  /** Characters in a line of the terminal; absent where the output is no terminal. */
  readonly columns?: number;
  /** Runs another program of this installation to its end, its output passed on. */
  readonly runProgram?: typeof runProgram;
}

/** What a command is given, and how it says what came of it. */
export interface CommandContext extends OperatorDeps {
  readonly exit: (code: ExitCode) => void;
}
