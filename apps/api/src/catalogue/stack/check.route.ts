import { LIMITS } from '@stackcheck/contract';
import { stackCheck as query } from '@stackcheck/queries/stack';
import { defineRoute } from '../define-route';
import { ofBody, viewOf } from '../view-of';
import { StackCheckBody } from './stack-body';

export const stackCheck = defineRoute<object, StackCheckBody>({
  ...viewOf(query, ofBody<StackCheckBody>()),
  method: 'POST',
  path: '/v1/stack/check',
  tags: ['stack', 'paid'],
  summary: 'One verdict on a whole stack',
  description: `Status of up to ${LIMITS.itemsMax} products and images, exploitation of up to ${LIMITS.cvesMax} CVEs, vulnerabilities of up to ${LIMITS.packagesMax} packages: one verdict by your policy (pass, warn, unknown or fail), reasons worst first, next deadline, a plan of moves. policy.as_of asks of a later day. Doubt is never a pass.`,
  price: '0.03',
  body: StackCheckBody,
  errors: ['unknown_id', 'too_many_items'],
  example: {
    body: {
      items: [{ product: 'python', version: '3.8' }],
      cves: ['CVE-2021-44228'],
      packages: ['pkg:npm/lodash@4.17.20'],
      policy: { eol_within_days: 90, min_severity: 'high', fail_on: ['eol', 'kev', 'malware'] },
    },
  },
});
