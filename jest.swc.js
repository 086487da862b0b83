// The same meaning of decorators and class fields as tsconfig.base.json.
module.exports = {
  swcrc: false,
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    keepClassNames: true,
    externalHelpers: true,
  },
  module: { type: 'commonjs' },
  sourceMaps: 'inline',
};
