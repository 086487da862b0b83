import { makerOfPrefix, makerOfWord, PREFIXES } from './makers';

/** Region of a cloud in front of a name: `eu.anthropic.claude-…`. */
const REGION = /^(?:us|eu|ap|apac|au|ca|jp|sa|global|us-gov)\./;
/** Version of a cloud's interface, behind names of its dotted form only: `…-v1:0`. Elsewhere it belongs to the name. */
const CLOUD_VERSION = /-v\d+(?::\d+)?$/;
/** A whole day anywhere in a name. Shorter numbers (`2507`, `0905`) name other models, and stay. */
const DAY = /[-@_]20\d{2}-?[01]\d-?[0-3]\d(?=$|[-@_:])/g;
/** What says how it is sold, and not which model it is. */
const MANNER = /[:-](?:free|maas|tee|default|latest)(?=$|[-:@])|@(?:default|latest)$/g;
/** Resellers who put their own name in front. */
const RESELLERS: ReadonlySet<string> = new Set(['azure', 'cerebras', 'databricks', 'groq', 'snowflake']);
const CLAUDE_TIERS: readonly string[] = ['opus', 'sonnet', 'haiku', 'instant', 'fable'];

/** A name as makers and resellers write it, taken apart. */
export interface NameParts {
  /** Who made the model; where neither name nor prefix says, the folder it is in; undefined without one. */
  readonly maker: string | undefined;
  /** The name without maker, region, day and manner, lower case, in its own spelling. */
  readonly plain: string;
  /** The same for all spellings of a name: its words and numbers, joined by dashes. */
  readonly folded: string;
}

/** Takes a provider's name of a model apart. */
export function namePartsOf(modelId: string): NameParts {
  const segments = modelId.toLowerCase().split('/');
  const { prefix, rest } = withoutPrefix(segments.at(-1) ?? '');
  const plain = rest.replace(DAY, '').replace(MANNER, '');
  const words = inOrder(plain.replace(/(\d)p(\d)/g, '$1.$2').match(/[a-z]+|\d+/g) ?? []);
  const folder = segments.at(-2)?.replace(/^(?:~|hf:)/, '');
  const maker = makerOfWords(words) ?? makerOf(prefix) ?? makerOf(folder) ?? folder;
  return { maker, plain, folded: words.join('-') };
}

function withoutPrefix(name: string): { readonly prefix: string | undefined; readonly rest: string } {
  const local = name.replace(/^hf:/, '').replace(REGION, '');
  const dotted = /^([a-z\d]+)(?:\.|--)(?=[a-z])/.exec(local);
  if (dotted !== null && makerOfPrefix(dotted[1]!) !== undefined) {
    return { prefix: dotted[1], rest: local.slice(dotted[0].length).replace(CLOUD_VERSION, '') };
  }
  const prefix = PREFIXES.find((candidate) => standsBeforeName(candidate, local)) ?? resellerBefore(local);
  return { prefix, rest: prefix === undefined ? local : local.slice(prefix.length + 1) };
}

/** `openai-gpt-5`: a maker before the first word of a model's name. A maker that is such a word itself is the name. */
function standsBeforeName(prefix: string, name: string): boolean {
  return (
    makerOfWord(prefix) === undefined && name.startsWith(`${prefix}-`) && beginsName(name.slice(prefix.length + 1))
  );
}

function resellerBefore(name: string): string | undefined {
  const word = /^[a-z]+(?=-)/.exec(name)?.[0];
  return word !== undefined && RESELLERS.has(word) && beginsName(name.slice(word.length + 1)) ? word : undefined;
}

function beginsName(text: string): boolean {
  return makerOfWords(text.match(/[a-z]+|\d+/g) ?? []) !== undefined;
}

/** Claude's names put the tier before or after the number: the tier comes first here. */
function inOrder(words: readonly string[]): readonly string[] {
  if (words[0] !== 'claude') return words;
  const tier = words.find((word) => CLAUDE_TIERS.includes(word));
  return tier === undefined ? words : ['claude', tier, ...words.slice(1).filter((word) => word !== tier)];
}

/** By the first word of the name; Nemotrons are built on other makers' models and named after them. */
function makerOfWords(words: readonly string[]): string | undefined {
  if (words.includes('nemotron')) return 'nvidia';
  const [first = '', second = ''] = words;
  // "o" is a maker's word only before a number: o3, o4.
  if (first === 'o' && !/^\d/.test(second)) return undefined;
  return makerOfWord(first);
}

function makerOf(prefix: string | undefined): string | undefined {
  return prefix === undefined ? undefined : makerOfPrefix(prefix);
}
