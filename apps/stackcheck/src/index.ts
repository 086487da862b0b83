export { runCli } from './cli';
