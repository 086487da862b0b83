module.exports = { ...require('../../jest.preset.js'), displayName: 'signing', rootDir: __dirname };
