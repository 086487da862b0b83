module.exports = { ...require('../../jest.preset.js'), displayName: 'datasets', rootDir: __dirname };
