module.exports = { ...require('../../jest.preset.js'), displayName: 'models-core', rootDir: __dirname };
