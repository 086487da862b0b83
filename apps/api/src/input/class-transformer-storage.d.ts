/** The registry of @Type() decorators; class-transformer ships no types for this entry. */
declare module 'class-transformer/cjs/storage' {
  export const defaultMetadataStorage: import('class-validator-jsonschema/build/options').IOptions['classTransformerMetadataStorage'];
}
