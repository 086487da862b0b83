module.exports = { ...require('../../jest.preset.js'), displayName: 'demo', rootDir: __dirname };
