import { LIMITS } from '@stackcheck/contract';
import { kevCheck as query } from '@stackcheck/queries/kev';
import { ArrayMinSize } from 'class-validator';
import { defineRoute } from '../define-route';
import { ofBody, viewOf } from '../view-of';
import { CveList } from './cve-list';

class KevCheckBody {
  @CveList()
  @ArrayMinSize(1, { message: 'cves must hold at least one CVE id' })
  cves!: string[];
}

export const kevCheck = defineRoute<object, KevCheckBody>({
  ...viewOf(query, ofBody<KevCheckBody>()),
  method: 'POST',
  path: '/v1/kev/check',
  tags: ['kev', 'paid'],
  summary: 'Known exploited vulnerabilities by CVE id',
  description: `Whether up to ${LIMITS.cvesMax} CVEs are known to be exploited (CISA KEV), with due dates, days left, use in ransomware campaigns and the probability of exploitation (EPSS). The order is kept; \`priority\` has the ids in the order in which to act. Ids that are not listed say whether any package advisory knows them. None listed is an answer, too; a misspelt id is refused.`,
  price: '0.005',
  body: KevCheckBody,
  errors: ['too_many_items'],
  example: { body: { cves: ['CVE-2021-44228', 'CVE-2023-45857'] } },
});
