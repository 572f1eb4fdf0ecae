// Both releases side by side (`npm run test:rolling`). Not in the root's configuration, because building the
// previous release would take a minute and a half of every `npm test`.
import path from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    name: 'rolling',
    pool: 'forks',
    include: ['tests/rolling/**/*.test.ts'],
    globalSetup: ['tests/rolling/build-both.ts', 'tests/support/global-setup.ts'],
    setupFiles: ['tests/support/set-environment.ts'],
    env: { TEST_PROCESS: 'own' },
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
