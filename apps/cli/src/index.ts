export { runCli, type CliUses, type ExitCode } from './cli';
