import { readServedApi } from '../oracle/served-api';
import { startService, type ConformanceService } from '../service/start-service';
import { Exercise } from './exercise';
import type { FuzzRequest } from './fuzz-request';

let service: ConformanceService;
let exercise: Exercise;

beforeAll(async () => {
  service = await startService();
  exercise = new Exercise(service, await readServedApi(service.url));
});
afterAll(async () => {
  exercise.close();
  await service.close();
});

const purchase: FuzzRequest = {
  method: 'GET',
  target: '/v1/eol/nodejs',
  headers: [['Host', 'x']],
  body: null,
  chunked: false,
  payment: { kind: 'signed', x402Version: 2, identifier: 'fresh', flaw: 'none' },
  times: 2,
  waitSeconds: 0,
};

describe('the books of an exercise', () => {
  it('hold one settlement for a purchase and its replay', async () => {
    await exercise.run(purchase);

    expect(exercise.statistics).toMatchObject({ answers: 2, paidAnswers: 2, settlements: 1, replays: 1 });
  });

  it('are not closed over a settlement that nobody was answered for', async () => {
    const verify = jest.spyOn(service.facilitator, 'verify').mockImplementation(async () => {
      service.facilitator.transfers += 1;
      return { kind: 'refused', code: 'payment_invalid', reason: 'planted' };
    });

    await expect(exercise.run({ ...purchase, times: 1 })).rejects.toThrow('0 paid answers, but 1 settlements');
    verify.mockRestore();
  });

  it('are not closed over an answer that nobody paid for', async () => {
    const settle = jest.spyOn(service.facilitator, 'settle').mockImplementation(async ({ expected }) => ({
      kind: 'settled',
      transaction: expected.nonce,
      payer: expected.payer,
      network: expected.network,
    }));

    await expect(exercise.run({ ...purchase, times: 1 })).rejects.toThrow('1 paid answers, but 0 settlements');
    settle.mockRestore();
  });
});
