module.exports = { ...require('../../jest.preset.js'), displayName: 'pack', rootDir: __dirname };
