import { writeSync } from 'node:fs';
import { faultLine } from './fault-line';

/**
 * A fault that nobody caught leaves the process in a state that nobody knows: it is told and the process ends, to be started
 * again by its supervisor. What was paid is in the ledger.
 */
export function endOnUncaughtFaults(
  end: (code: number) => void = process.exit,
  write: (line: string) => void = (line) => void writeSync(2, line),
): () => void {
  const crash = (event: string) => (error: unknown) => {
    write(`${JSON.stringify({ level: 60, time: Date.now(), event, ...faultLine(error) })}\n`);
    end(1);
  };
  const onException = crash('uncaught_exception');
  const onRejection = crash('unhandled_rejection');
  process.on('uncaughtException', onException);
  process.on('unhandledRejection', onRejection);
  return () => {
    process.off('uncaughtException', onException);
    process.off('unhandledRejection', onRejection);
  };
}
