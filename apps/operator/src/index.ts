export { runCli } from './cli';
export type { CliDeps, ExitCode } from './cli-deps';
