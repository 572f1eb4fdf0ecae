import os from 'node:os'
import { defineConfig } from 'vitest/config'

const onRealServices = {
  globalSetup: ['tests/support/global-setup.ts'],
  setupFiles: ['tests/support/set-environment.ts'],
  testTimeout: 60_000,
  hookTimeout: 120_000,
}

export default defineConfig({
  test: {
    pool: 'forks',
    // Other modules keep connections open: a process of its own for each file closes them all.
    isolate: true,
    // Tests wait for services as much as they compute: one file for each core but one, the default, leaves cores idle.
    maxWorkers: Math.max(2, os.availableParallelism()),
    projects: [
      { test: { name: 'architecture', include: ['tests/architecture/**/*.test.ts'] } },
      {
        test: {
          name: 'unit',
          include: ['{lib,components,workers,server,prisma}/**/*.test.{ts,tsx}'],
          testTimeout: 60_000,
        },
      },
      { test: { name: 'integration', include: ['tests/integration/**/*.test.ts'], ...onRealServices } },
      { test: { name: 'faults', include: ['tests/faults/**/*.test.ts'], ...onRealServices } },
    ],
  },
})
