module.exports = { ...require('../../jest.preset.js'), displayName: 'payment-l402', rootDir: __dirname };
