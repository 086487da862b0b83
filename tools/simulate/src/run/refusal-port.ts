import type { RefusalLimit } from '@stackcheck/payment-x402/refusals';
import { paymentHash } from '@stackcheck/payment-x402/signature';
import type { Checker } from '../checks/checker';
import type { Chain } from '../model/chain';
import type { FacilitatorModel } from '../model/facilitator';
import type { PaymentDesk, SimPayment } from '../model/payments';
import { DOMAIN, PAY_TO } from '../model/terms';

/** The real limit, watched for I17: who is counted must have made the refused payment himself, to us, and freshly. */
export function refusalPort(
  limit: RefusalLimit,
  checker: Checker,
  chain: Chain,
  desk: PaymentDesk,
  facilitator: FacilitatorModel,
): RefusalLimit {
  const isHisWord = ({ fields: { nonce } }: SimPayment): boolean =>
    facilitator.liedAbout.has(nonce) || facilitator.shortOfFunds.has(nonce);
  return {
    clientWaitSeconds: (client) => limit.clientWaitSeconds(client),
    refusalsLeft: (client) => limit.refusalsLeft(client),
    payerWaitSeconds: (payer) => limit.payerWaitSeconds(payer),
    count(client, payer) {
      if (payer) {
        const payment = desk.all.find((own) => own.fields.from === payer.address && hashOf(own) === payer.paymentHash);
        if (!payment) checker.fail('I17', 'a payer is counted for what he did not sign');
        else if (payment.fields.to !== PAY_TO || (isPublic(chain, payment) && !isHisWord(payment)))
          checker.fail('I17', `a payer is counted for nonce ${payment.fields.nonce.slice(-6)}, which anybody can copy`);
      }
      checker.counted(client);
      limit.count(client, payer);
    },
  };
}

function isPublic(chain: Chain, { fields }: SimPayment): boolean {
  const use = chain.deps.get(`${fields.from} ${fields.nonce}`);
  return use !== undefined && use.height <= chain.height;
}

function hashOf({ fields }: SimPayment): string {
  return paymentHash(DOMAIN, {
    ...fields,
    validAfter: BigInt(fields.validAfter),
    validBefore: BigInt(fields.validBefore),
  });
}
