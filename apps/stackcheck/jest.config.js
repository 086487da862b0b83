module.exports = { ...require('../../jest.preset.js'), displayName: 'stackcheck', rootDir: __dirname };
