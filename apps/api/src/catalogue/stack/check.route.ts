import { LIMITS } from '@stackcheck/contract';
import { isNothingKnown, withFewerShown } from '@stackcheck/stack-core';
import { defineRoute } from '../define-route';
import { checkNow, costOfStack, nothingKnown, requireImages } from './check-now';
import { inspectStack } from './inspect-stack';
import { stackAnswer } from './shapes';
import { listsOf, StackCheckBody, stackOf } from './stack-body';

export const stackCheck = defineRoute<object, StackCheckBody>({
  method: 'POST',
  path: '/v1/stack/check',
  operationId: 'service_stack_check',
  tags: ['stack', 'paid'],
  summary: 'One verdict on a whole stack',
  description: `Support status of up to ${LIMITS.itemsMax} products and images, known exploitation of up to ${LIMITS.cvesMax} CVEs and vulnerabilities of up to ${LIMITS.packagesMax} packages, with one verdict by your policy: pass, warn, unknown or fail, the reasons worst first, the next deadline, and what to move to. Doubt is never a pass.`,
  price: '0.03',
  joins: ['eol', 'kev', 'osv'],
  body: StackCheckBody,
  output: { contentType: 'application/json', schema: stackAnswer('StackCheck') },
  errors: ['unknown_id', 'too_many_items'],
  example: {
    body: {
      items: [{ product: 'python', version: '3.8' }],
      cves: ['CVE-2021-44228'],
      packages: ['pkg:npm/lodash@4.17.20'],
      policy: { eol_within_days: 90, min_severity: 'high', fail_on: ['eol', 'kev', 'malware'] },
    },
  },
  cost: ({ body }, deps) => costOfStack(listsOf(body), deps),
  inspect: ({ body }, deps) => inspectStack(stackOf(body), deps),
  async answer({ body }, deps) {
    const stack = stackOf(body);
    const { check, meta } = await checkNow(stack, deps);
    requireImages(check);
    if (isNothingKnown(check)) throw nothingKnown(stack, deps);
    return { json: { data: withFewerShown(check), meta } };
  },
});
