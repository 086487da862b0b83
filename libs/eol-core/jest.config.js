module.exports = { ...require('../../jest.preset.js'), displayName: 'eol-core', rootDir: __dirname };
