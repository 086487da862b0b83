/** Questions about LLM models and their prices. */
export { modelsCheapest } from './cheapest';
export { modelsIndex, requireProvider } from './model-list';
