import { LIMITS } from '@stackcheck/contract';
import { BogusPayments } from '../attackers/bogus-payments';
import { Connection } from '../attackers/connection';
import { address, pause } from '../attackers/field';
import type { Attack } from './attack';

const AT_ONCE = 200;
const EVERY_MS = 1_000;

/** Bogus payments that all arrive before the first of them is refused. */
export const bogusBurst: Attack = {
  name: 'bogus-burst',
  what: `${AT_ONCE} bogus payments at once from one address, every second`,
  shopping: 'answers',
  async run(field) {
    const payments = await BogusPayments.for(field.url, [{ target: '/v1/eol/nodejs' }]);
    let turn = 0;
    field.inPosition();
    while (!field.signal.aborted) {
      const ready = Array.from({ length: AT_ONCE }, () => new Connection({ url: field.url, from: address(0) }));
      const requests = ready.map(() => payments.unsigned(turn++));
      await Promise.race([Promise.all(ready.map(({ opened }) => opened)), pause(EVERY_MS, field.signal)]);
      const burst = ready.map(async (connection, number) => {
        const over = (): void => connection.close();
        field.signal.addEventListener('abort', over);
        const answer = await connection.ask(requests[number]!);
        if (!field.signal.aborted) field.count(answer);
        field.signal.removeEventListener('abort', over);
        connection.close();
      });
      await Promise.all([...burst, pause(EVERY_MS, field.signal)]);
    }
  },
  judge: ({ facilitatorRefusals }) =>
    facilitatorRefusals <= LIMITS.refusedPaymentsMax
      ? undefined
      : `the facilitator was asked about ${facilitatorRefusals} of them, not ${LIMITS.refusedPaymentsMax}`,
};
