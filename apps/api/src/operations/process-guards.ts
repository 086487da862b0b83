import { writeSync } from 'node:fs';
import { faultLine } from './fault-line';

/**
 * An uncaught fault leaves the process in an unknown state, so it is logged and the process ends; the supervisor starts it
 * again. Every paid answer is in the ledger. @returns removes the listeners
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
