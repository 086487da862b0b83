export { paddedQuantities } from './padded-quantities';
export {
  cut,
  endless,
  half,
  hang,
  inPieces,
  json,
  raw,
  type Received,
  type Reply,
  type ScriptedServer,
  startScriptedServer,
} from './scripted-server';
