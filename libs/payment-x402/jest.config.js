module.exports = { ...require('../../jest.preset.js'), displayName: 'payment-x402', rootDir: __dirname };
