module.exports = { ...require('../../jest.preset.js'), displayName: 'store-postgres', rootDir: __dirname };
