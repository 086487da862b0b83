import { listOf, text, type DemoAnswer, type Fields } from './summaries';

/** A batch of CVE ids: how many are exploited, then each. */
export function summariseKev({ data = {} }: DemoAnswer): string[] {
  const results = listOf(data['results']).map((result) => {
    const entry = result['entry'] as Fields | undefined;
    if (result['listed'] === null) return `${text(result['resolved'])}: not known, only starter data is loaded`;
    if (!entry) return `${text(result['resolved'])}: not listed as exploited`;
    const ransomware = entry['ransomware'] === true ? ', used by ransomware' : '';
    return `${text(entry['cve'])}: exploited since ${text(entry['date_added'])}, due ${text(entry['due_date'])}${ransomware}`;
  });
  return [`${text(data['listed'])} of ${text(data['count'])} known to be exploited`, ...results];
}

/** A batch of CVE ids: how many are likely to be exploited, then each. */
export function summariseEpss({ data = {} }: DemoAnswer): string[] {
  const results = listOf(data['results']).map((result) => {
    if (result['scored'] === null) return `${text(result['resolved'])}: not known, only starter data is loaded`;
    if (result['scored'] !== true) return `${text(result['resolved'])}: has no score`;
    return `${text(result['resolved'])}: score ${text(result['score'])}, percentile ${text(result['percentile'])}`;
  });
  const day = `model ${text(data['model_version'])} of ${text(data['as_of'])}`;
  return [`${text(data['above'])} of ${text(data['count'])} at or above the threshold, ${day}`, ...results];
}

/** A batch of packages: how many are vulnerable, then each. */
export function summariseOsv({ data = {} }: DemoAnswer): string[] {
  return [
    `${text(data['vulnerable'])} of ${text(data['count'])} vulnerable`,
    ...listOf(data['results']).map((result) => {
      if (result['checked'] !== true) return `${text(result['purl'])}: not checked, ${text(result['reason'])}`;
      if (result['known_package'] !== true) return `${text(result['resolved'])}: named by no advisory`;
      if (result['vulnerable'] !== true) return `${text(result['resolved'])}: nothing known against this version`;
      const [worst] = listOf(result['vulnerabilities']);
      const first = worst ? `, first ${text(worst['id'])} (${text(worst['severity'])})` : '';
      const safe =
        result['minimum_safe'] === null ? 'no safe version known' : `safe from ${text(result['minimum_safe'])}`;
      return `${text(result['resolved'])}: ${text(result['vulnerability_count'])}${first}, ${safe}`;
    }),
  ];
}

/** A search for the cheapest model: the best ones. */
export function summariseModels({ data = {} }: DemoAnswer): string[] {
  return [
    `${text(data['matched'])} of ${text(data['considered'])}${data['complete'] === false ? ' starter' : ''} models do`,
    ...listOf(data['results']).map(
      (result) =>
        `${text(result['rank'])}. ${text(result['provider'])}/${text(result['model'])}: ${text(result['cost_usd'])} USD a call`,
    ),
  ];
}

/** A stack: the verdict, its reasons and the next deadline. */
export function summariseStack({ data = {} }: DemoAnswer): string[] {
  const deadline = data['next_deadline'] as Fields | null | undefined;
  return [
    `verdict ${text(data['verdict'])}`,
    ...listOf(data['reasons']).map((reason) => `${text(reason['code'])}: ${text(reason['text'])}`),
    ...(deadline ? [`next deadline ${text(deadline['date'])} (${text(deadline['kind'])})`] : []),
  ];
}
