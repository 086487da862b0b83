import { LIMITS, ServiceError } from '@stackcheck/contract';
import { checkCves, parseCves, type AskedCve } from '@stackcheck/kev-core';
import { ArrayMinSize } from 'class-validator';
import { defineRoute } from '../define-route';
import { paidAnswer } from '../json-schema';
import { CveList } from './cve-list';

class KevCheckBody {
  @CveList()
  @ArrayMinSize(1, { message: 'cves must hold at least one CVE id' })
  cves!: string[];
}

/** None listed is a 200: "none of these is known to be exploited" is what a build pays for. */
export const kevCheck = defineRoute<object, KevCheckBody>({
  method: 'POST',
  path: '/v1/kev/check',
  operationId: 'service_kev_check',
  tags: ['kev', 'paid'],
  summary: 'Known exploited vulnerabilities by CVE id',
  description: `Whether up to ${LIMITS.cvesMax} CVEs are known to be exploited (CISA KEV), with due dates, days left and use in ransomware campaigns. The order is kept. None listed is an answer, too; a misspelt id is refused.`,
  price: '0.005',
  dataset: 'kev',
  body: KevCheckBody,
  output: { contentType: 'application/json', schema: paidAnswer('KevCheck') },
  errors: ['too_many_items'],
  example: { body: { cves: ['CVE-2021-44228', 'CVE-2023-45857'] } },
  inspect: ({ body }) => void cvesOf(body),
  answer: ({ body }, deps) => ({
    json: { data: checkCves(deps.data('kev').index, cvesOf(body), deps.today), meta: deps.meta() },
  }),
});

/** @throws ServiceError `bad_request` */
function cvesOf(body: KevCheckBody): readonly AskedCve[] {
  const batch = parseCves(body.cves);
  if ('fault' in batch) throw new ServiceError('bad_request', { message: batch.fault });
  return batch.cves;
}
