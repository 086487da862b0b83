import type { ModelKind } from '@stackcheck/models-core';
import { kindOf } from './kind';

const chat = { name: '', family: null, output: ['text'], mode: null } as const;

describe('the kind of a model', () => {
  it.each<[string, ModelKind]>([
    ['gpt-5', 'chat'],
    ['Qwen3-VL-235B', 'chat'],
    ['text-embedding-3-small', 'embedding'],
    ['intfloat/e5-mistral-7b-instruct', 'embedding'],
    ['@cf/baai/bge-m3', 'embedding'],
    ['voyage-3.5-lite', 'embedding'],
    ['@cf/baai/bge-reranker-base', 'rerank'],
    ['llama-nemotron-rerank-vl-1b-v2', 'rerank'],
    ['gemini-2.5-flash-image', 'image'],
    ['imagen-4.0', 'image'],
    ['veo-3.1', 'video'],
    ['whisper-large-v3', 'audio'],
    ['gpt-4o-mini-transcribe', 'audio'],
    ['gemini-2.5-flash-preview-tts', 'audio'],
    ['deepseek-ocr-2', 'ocr'],
    ['PaddleOCR-VL', 'ocr'],
    ['llama-guard-4-12b', 'moderation'],
    ['qwen3guard-gen-8b', 'moderation'],
    ['gpt-oss-safeguard-20b', 'moderation'],
    ['synthetic-video-detector', 'other'],
    ['model-router', 'other'],
    ['qwen-mt-plus', 'other'],
    // Words that only look alike.
    ['minimax-m3', 'chat'],
    ['Gemma-4-31B-Musica-v1', 'chat'],
    ['guardian-angel-chat', 'moderation'],
    ['imagined-llm', 'chat'],
    ['embers-7b', 'chat'],
  ])('of "%s" is %s by its name', (id, kind) => {
    expect(kindOf({ ...chat, id })).toBe(kind);
  });

  it.each<[ModelKind, string]>([
    ['rerank', 'rerank reranker ranker'],
    ['embedding', 'embed embedding embeddings embedcode bge gte voyage mpnet minilm mini-lm e5-large nemoretriever'],
    ['other', 'detector detection usdvalidate indictrans distilbert bart m2m smart-turn gliner'],
    ['other', 'esm esmfold bevformer streampetr sparsedrive translate router qwen-mt'],
    ['moderation', 'guard guardian moderation content-safety'],
    ['ocr', 'ocr'],
    ['video', 'veo sora kling seedance t2v i2v r2v runway video'],
    ['audio', 'whisper tts asr stt transcribe transcription speech realtime audio'],
    ['audio', 'voice voicechat studiovoice lyria music melotts orpheus aura livetranslate'],
    ['image', 'image imagen dall flux diffusion sdxl seedream nano-banana recraft'],
  ])('is %s where a word of its name is one of: %s', (kind, words) => {
    for (const word of words.split(' ')) {
      const names = [word, `x-${word}-1`, `${word.toUpperCase()}.2`, `a/${word}`];
      expect(names.map((id) => [id, kindOf({ ...chat, id })])).toEqual(names.map((id) => [id, kind]));
    }
    // A word begins and ends where letters do.
    const [word] = words.split(' ');
    expect(kindOf({ ...chat, id: `z${word}z` })).toBe('chat');
  });

  it.each<[string, ModelKind]>([
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
  ])("by LiteLLM's mode %s is %s", (mode, kind) => {
    expect(kindOf({ ...chat, id: 'plain', mode })).toBe(kind);
    expect(kindOf({ ...chat, id: 'sora', mode })).toBe(kind === 'chat' ? 'video' : kind);
  });

  it.each<[string, Parameters<typeof kindOf>[0], ModelKind]>([
    ["LiteLLM's word before the name", { ...chat, id: 'plain', mode: 'embedding' }, 'embedding'],
    ['the name before a mere "chat"', { ...chat, id: 'titan-embed-text-v2', mode: 'chat' }, 'embedding'],
    ['the name before an unknown mode', { ...chat, id: 'plain', mode: 'dreaming' }, 'chat'],
    ['an embedding family', { ...chat, id: 'plain', family: 'cohere-embed' }, 'embedding'],
    ['no other family', { ...chat, id: 'fugu-ultra', family: 'aura' }, 'chat'],
    ['its display name', { ...chat, id: 'plain', name: 'Nano-Banana' }, 'image'],
    ['what comes out', { ...chat, id: 'plain', output: ['video'] }, 'video'],
    ['text, where text comes out, too', { ...chat, id: 'plain', output: ['text', 'audio'] }, 'chat'],
  ])('follows from %s', (_what, traits, kind) => {
    expect(kindOf(traits)).toBe(kind);
  });
});
