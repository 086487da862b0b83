import { runDemo } from './run-demo';

/** `npm run demo` (the launcher judges its arguments: there are none): looks for the service where `npm start` with the same environment puts it. */
async function main(): Promise<void> {
  const { PUBLIC_BASE_URL, PORT } = process.env;
  const baseUrl = (PUBLIC_BASE_URL?.trim() || `http://127.0.0.1:${PORT?.trim() || '8402'}`).replace(/\/+$/, '');
  process.exitCode = await runDemo(baseUrl, (line) => process.stdout.write(`${line}\n`));
}

void main();
