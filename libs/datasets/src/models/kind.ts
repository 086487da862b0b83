import type { Modality, ModelKind } from '@stackcheck/models-core';

/** What a model's kind follows from. */
export interface KindTraits {
  readonly id: string;
  readonly name: string;
  readonly family: string | null;
  readonly output: readonly Modality[];
  /** LiteLLM's mode of the same provider's model, where it is listed. */
  readonly mode: string | null;
}

const MODE_KINDS: ReadonlyMap<string, ModelKind> = new Map([
  ['chat', 'chat'],
  ['responses', 'chat'],
  ['completion', 'chat'],
  ['search', 'chat'],
  ['embedding', 'embedding'],
  ['rerank', 'rerank'],
  ['image_generation', 'image'],
  ['image_edit', 'image'],
  ['audio_transcription', 'audio'],
  ['audio_speech', 'audio'],
  ['realtime', 'audio'],
  ['video_generation', 'video'],
  ['ocr', 'ocr'],
  ['moderation', 'moderation'],
  ['vector_store', 'other'],
]);

const EMBEDDING_FAMILY = /embed/;

/**
 * Words of names that tell a kind, in the order in which they are asked: a reranker's name may hold "embed", a detector's
 * "video". A word begins and ends where letters do.
 */
const WORD_KINDS: readonly (readonly [ModelKind, RegExp])[] = [
  ['rerank', words('rerank', 'reranker', 'ranker')],
  [
    'embedding',
    words('embed', 'embedding', 'embeddings', 'embedcode', 'bge', 'gte', 'voyage', 'mpnet', 'minilm', 'mini-lm'),
  ],
  ['embedding', /(?:^|[^a-z\d])e5-|\bnemoretriever\b/],
  [
    'other',
    words('detector', 'detection', 'usdvalidate', 'indictrans', 'distilbert', 'bart', 'm2m', 'smart-turn', 'gliner'),
  ],
  ['other', words('esm', 'esmfold', 'bevformer', 'streampetr', 'sparsedrive', 'translate', 'router', 'qwen-mt')],
  ['moderation', /guard(?:$|[^a-z]|ian)|\bmoderation\b|\bcontent[ -]safety\b/],
  ['ocr', /ocr(?:$|[^a-z])/],
  ['video', words('veo', 'sora', 'kling', 'seedance', 't2v', 'i2v', 'r2v', 'runway', 'video')],
  ['audio', words('whisper', 'tts', 'asr', 'stt', 'transcribe', 'transcription', 'speech', 'realtime', 'audio')],
  [
    'audio',
    words('voice', 'voicechat', 'studiovoice', 'lyria', 'music', 'melotts', 'orpheus', 'aura', 'livetranslate'),
  ],
  ['image', words('image', 'imagen', 'dall', 'flux', 'diffusion', 'sdxl', 'seedream', 'nano-banana', 'recraft')],
];

/**
 * The kind of a model: what LiteLLM says, else what its names say, else what comes out of it. "chat" is what LiteLLM says of
 * anything it has not looked at, embeddings included, so it decides nothing. Families of upstream are believed for vectors
 * only: others are often those of the wrong model.
 */
export function kindOf({ id, name, family, output, mode }: KindTraits): ModelKind {
  const ofMode = mode === null ? undefined : MODE_KINDS.get(mode);
  if (ofMode !== undefined && ofMode !== 'chat') return ofMode;
  const names = [id, name].map((text) => text.toLowerCase());
  const ofWords = WORD_KINDS.find(([, pattern]) => names.some((text) => pattern.test(text)))?.[0];
  const ofFamily = family !== null && EMBEDDING_FAMILY.test(family) ? 'embedding' : undefined;
  return ofWords ?? ofFamily ?? kindOfOutput(output) ?? 'chat';
}

/** Undefined where text comes out: that says nothing. */
function kindOfOutput(output: readonly Modality[]): ModelKind | undefined {
  if (output.includes('text')) return undefined;
  return (['video', 'image', 'audio'] as const).find((kind) => output.includes(kind));
}

function words(...all: readonly string[]): RegExp {
  return new RegExp(`(?:^|[^a-z])(?:${all.join('|')})(?:$|[^a-z])`);
}
