import { defineConfig } from 'vitest/config'

const onRealServices = {
  globalSetup: ['tests/support/global-setup.ts'],
  setupFiles: ['tests/support/set-environment.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
}

export default defineConfig({
  test: {
    pool: 'forks',
    // Other modules keep connections open: a process of its own for each file closes them all.
    isolate: true,
    projects: [
      { test: { name: 'architecture', include: ['tests/architecture/**/*.test.ts'] } },
      { test: { name: 'unit', include: ['{lib,components,workers,server,prisma}/**/*.test.{ts,tsx}'] } },
      { test: { name: 'integration', include: ['tests/integration/**/*.test.ts'], ...onRealServices } },
      { test: { name: 'faults', include: ['tests/faults/**/*.test.ts'], ...onRealServices } },
    ],
  },
})
