module.exports = { ...require('../../jest.preset.js'), displayName: 'mutate', rootDir: __dirname };
