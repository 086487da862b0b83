import { ledgerContracts } from '@stackcheck/payment-x402/testing';
import { ModelLedger } from './model-ledger';

describe('a ledger over the model of its statements', () => {
  const model = new ModelLedger();
  afterEach(() => model.close());

  const subject = {
    async create() {
      await model.empty();
      return (await model.open('boot-1')).ledger;
    },
    reopen: async (bootId: string) => (await model.open(bootId)).ledger,
  };

  ledgerContracts('the model', subject);
});
