module.exports = { ...require('../../jest.preset.js'), displayName: 'stack-core', rootDir: __dirname };
