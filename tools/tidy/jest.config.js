module.exports = { ...require('../../jest.preset.js'), displayName: 'tidy', rootDir: __dirname };
