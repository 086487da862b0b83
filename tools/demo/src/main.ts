import { baseUrlOf } from './base-url';
import { runDemo } from './run-demo';

/** `npm run demo` (the launcher judges its arguments: there are none): looks for the service where `npm start` with the same environment puts it. */
async function main(): Promise<void> {
  process.exitCode = await runDemo(baseUrlOf(process.env), (line) => process.stdout.write(`${line}\n`));
}

void main();
