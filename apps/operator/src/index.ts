export { runCli, type CliDeps, type ExitCode } from './cli';
