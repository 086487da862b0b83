import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ownMaker } from './makers';
import type { UpstreamDocument } from './upstream';

const corpora = resolve(__dirname, '../../../..', process.env['CORPORA_DIR'] ?? '../shared/corpora');
const feed = join(corpora, '../data/models/api.json');

/** Where each maker documents what it sells itself: the source of the table of makers. A provider is its own that does so there. */
const DOMAINS = `
alibaba alibabacloud.com aliyun.com
amazon aws.amazon.com nova.amazon.com
anthropic anthropic.com
cohere cohere.com
deepseek deepseek.com
google ai.google.dev cloud.google.com
inception inceptionlabs.ai
meta meta.com
microsoft microsoft.com
minimax minimax.io minimaxi.com
mistral mistral.ai
moonshotai moonshot.ai moonshot.cn kimi.com
morph morphllm.com
nvidia nvidia.com
openai openai.com
perplexity perplexity.ai
poolside poolside.ai
sakana sakana.ai
sarvam sarvam.ai
stepfun stepfun.com stepfun.ai
tencent tencent.com
upstage upstage.ai
xai x.ai
xiaomi xiaomimimo.com
zhipuai z.ai bigmodel.cn
`
  .trim()
  .split('\n')
  .map((line) => line.split(' '))
  .map(([maker = '', ...domains]) => ({ maker, domains }));

(existsSync(feed) ? describe : describe.skip)(
  `the makers as providers${existsSync(feed) ? '' : ' (models/api.json is missing)'}`,
  () => {
    it("are those that document their offers at the maker's own address, and no others", () => {
      const providers = Object.values(JSON.parse(readFileSync(feed, 'utf8')) as UpstreamDocument);

      const differing = DOMAINS.flatMap(({ maker, domains }) =>
        providers
          .filter(({ id, doc }) => ownMaker(id, maker) !== isUnder(doc, domains))
          .map(({ id, doc }) => `${maker} ${id} ${doc}`),
      );

      expect(differing).toEqual([]);
    });
  },
);

function isUnder(url: string, domains: readonly string[]): boolean {
  const { hostname } = new URL(url);
  return domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`));
}
