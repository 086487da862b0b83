module.exports = {
  projects: ['<rootDir>/libs/*', '<rootDir>/apps/*', '<rootDir>/tools/{e2e,tidy,bench}'],
  maxWorkers: '100%',
  testTimeout: 30_000,
};
