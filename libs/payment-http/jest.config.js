module.exports = { ...require('../../jest.preset.js'), displayName: 'payment-http', rootDir: __dirname };
