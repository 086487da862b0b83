import { pino, type Logger } from 'pino';
import { screeningLog, watchSettlements } from './screening-log';
import type { ScreeningState } from './screening';

const PAYER = `0x${'ab'.repeat(20)}`;

/** A logger that keeps its lines. */
function recorder(): { logger: Logger; lines: () => Record<string, unknown>[] } {
  const written: string[] = [];
  const logger = pino({ level: 'debug', base: null, timestamp: false }, { write: (line) => void written.push(line) });
  return { logger, lines: () => written.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

const LEVELS = { debug: 20, info: 30, warn: 40, error: 50 };

test.each<[ScreeningState, boolean, keyof typeof LEVELS]>([
  ['not_screened', true, 'warn'],
  ['not_screened', false, 'debug'],
  ['off', true, 'warn'],
  ['off', false, 'debug'],
  ['fresh', true, 'info'],
  ['old', true, 'error'],
  ['old', false, 'error'],
  ['too_old', true, 'error'],
  ['missing', false, 'error'],
])('screening that is %s with real money %s is logged as %s', (state, realMoney, level) => {
  const { logger, lines } = recorder();

  screeningLog(logger, realMoney)({ event: 'screening_state', state, detail: 'why' });

  expect(lines()).toEqual([{ level: LEVELS[level], event: 'screening_state', state, msg: 'why' }]);
});

test('a decision is logged with the version of the list; of a customer only the beginning', () => {
  const { logger, lines } = recorder();
  const log = screeningLog(logger, true);

  log({ event: 'payer_blocked', payer: PAYER, by: 'sanctions-1' });
  log({ event: 'payer_clear', payer: PAYER, by: 'sanctions-1' });

  expect(lines()).toEqual([
    { level: LEVELS.warn, event: 'payer_blocked', payer: PAYER, by: 'sanctions-1' },
    { level: LEVELS.debug, event: 'payer_clear', payer: '0xabababab', by: 'sanctions-1' },
  ]);
});

test('settled money is looked at again, and every event goes on', () => {
  const heard: string[] = [];
  const asked: string[] = [];
  const log = watchSettlements(({ event }) => void heard.push(event), { settled: (payer) => void asked.push(payer) });

  log({ level: 'info', event: 'payment_settled', payer: 'a' });
  log({ level: 'info', event: 'settlement_resolved', payer: 'b' });
  log({ level: 'alarm', event: 'settlement_late', payer: 'late' });
  log({ level: 'info', event: 'payment_settled' });
  log({ level: 'warn', event: 'payment_refused', payer: 'c' });

  expect(heard).toEqual([
    'payment_settled',
    'settlement_resolved',
    'settlement_late',
    'payment_settled',
    'payment_refused',
  ]);
  expect(asked).toEqual(['a', 'b', 'late']);
});
