/** Who makes models, by what their names begin with and where they sell them themselves. */
interface Maker {
  /** As models.dev names the laboratory. */
  readonly id: string;
  /** First words of the names of its models. */
  readonly words: readonly string[];
  /** What stands for it before a slash, dot or dash in the names of resellers; its own id does so, too. */
  readonly prefixes: readonly string[];
  /** Provider ids under which it sells its own models, perhaps besides those of others. */
  readonly sells: readonly string[];
  /** Those under which it sells nothing else. */
  readonly shops: readonly string[];
}

/**
 * One maker per line: id | first words | prefixes | providers of its own, with `=` before those that sell nothing else.
 * A provider is a maker's own when it documents its offers at the maker's own address, which the test holds to upstream's list.
 */
const TABLE = `
alibaba | qwen qwq qvq wan wanx tongyi qwenlong | qwen alicloud wanx alibaba-nlp | =alibaba =alibaba-cn alibaba-coding-plan alibaba-coding-plan-cn alibaba-token-plan alibaba-token-plan-cn
amazon | titan | aws | amazon-bedrock =nova
anthropic | claude |  | =anthropic
arcee-ai | trinity maestro virtuoso spotlight | arcee arcee_ai |
ai21 | jamba | ai21-labs |
allenai | olmo molmo |  |
baai | bge |  |
baidu | ernie qianfan paddleocr | paddlepaddle |
bytedance | doubao seed seedance seedream | bytedance-seed volcengine |
bfl | flux | black-forest-labs |
cohere | command north aya rerank | cohereforai | =cohere
deepcogito | cogito |  |
deepseek | deepseek | deepseek-ai | =deepseek
elevenlabs | elevenlabs |  |
google | gemini gemma veo imagen lyria learnlm medgemma |  | =google google-vertex google-vertex-anthropic
ibm | granite | ibm-granite |
inception | mercury |  | =inception
inclusionai | ling ring |  | bailing
klingai | kling | kuaishou |
kwaipilot | kat |  |
liquid | lfm | liquidai |
meituan | longcat |  |
meta | llama codellama | meta-llama facebook | llama
microsoft | phi wizardlm mai |  | azure azure-cognitive-services
minimax | minimax | minimaxai | =minimax =minimax-cn minimax-coding-plan minimax-cn-coding-plan
mistral | mistral mixtral ministral magistral codestral devstral pixtral voxtral mathstral | mistralai mistral-ai | =mistral
moonshotai | kimi moonshot | kimi | =moonshotai =moonshotai-cn =kimi-for-coding
morph | morph |  | =morph
nousresearch | hermes deephermes |  |
nvidia | nemotron nvclip |  | nvidia
openai | gpt chatgpt o whisper tts dall sora codex davinci babbage |  | =openai
perplexity | sonar |  | =perplexity perplexity-agent
poolside | laguna |  | =poolside
recraft | recraft |  |
reka | reka | rekaai |
sakana | fugu |  | =sakana
sarvam | sarvam | sarvamai | =sarvam
stabilityai | stable | stability |
stepfun | step | stepfun-ai | =stepfun =stepfun-ai
tencent | hunyuan hy |  | tencent-tokenhub tencent-coding-plan
upstage | solar |  | =upstage
voyage | voyage |  |
writer | palmyra |  |
xai | grok | x-ai | =xai
xiaomi | mimo | xiaomimimo | =xiaomi xiaomi-token-plan-ams xiaomi-token-plan-cn xiaomi-token-plan-sgp
zhipuai | glm chatglm autoglm cogview codegeex | zai zai-org z-ai thudm zhipu | =zhipuai =zai zhipuai-coding-plan zai-coding-plan
`;

const MAKERS: readonly Maker[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [id = '', words = '', prefixes = '', providers = ''] = line.split('|').map((cell) => cell.trim());
    const shops = wordsOf(providers).filter((word) => word.startsWith('='));
    return {
      id,
      words: wordsOf(words),
      prefixes: [id, ...wordsOf(prefixes)],
      sells: wordsOf(providers).map((word) => word.replace('=', '')),
      shops: shops.map((word) => word.slice(1)),
    };
  });

const byWord = idsBy(({ words }) => words);
const byPrefix = idsBy(({ prefixes }) => prefixes);
const byShop = idsBy(({ shops }) => shops);
const sold = new Set(MAKERS.flatMap(({ id, sells }) => sells.map((provider) => `${provider} ${id}`)));

/** All prefixes, longest first. */
export const PREFIXES: readonly string[] = [...byPrefix.keys()].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));

/** The maker whose models' names begin with this lower-case word. */
export function makerOfWord(word: string): string | undefined {
  return byWord.get(word);
}

/** The maker for whom this stands in front of the names of resellers. */
export function makerOfPrefix(prefix: string): string | undefined {
  return byPrefix.get(prefix);
}

/** The maker of everything that this provider sells. */
export function makerOfShop(provider: string): string | undefined {
  return byShop.get(provider);
}

/** Whether this provider is the maker's own. */
export function ownMaker(provider: string, maker: string): boolean {
  return sold.has(`${provider} ${maker}`);
}

function idsBy(names: (maker: Maker) => readonly string[]): ReadonlyMap<string, string> {
  return new Map(MAKERS.flatMap((maker) => names(maker).map((name) => [name, maker.id] as const)));
}

function wordsOf(cell: string): readonly string[] {
  return cell.split(/\s+/).filter((word) => word !== '');
}
