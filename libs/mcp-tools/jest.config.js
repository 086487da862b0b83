module.exports = { ...require('../../jest.preset.js'), displayName: 'mcp-tools', rootDir: __dirname };
