module.exports = { ...require('../../jest.preset.js'), displayName: 'inventory', rootDir: __dirname };
