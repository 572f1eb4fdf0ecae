import os from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { onContainersToo, onlyEmbedded, takesContainers } from './tests/support/container-run.ts'

const onRealServices = {
  // Other modules keep connections open: a process of its own for each file closes them all.
  isolate: true,
  // Such a process makes much and soon ends: with room for it there is hardly anything to collect.
  execArgv: ['--max-semi-space-size=64'],
  globalSetup: ['tests/support/global-setup.ts'],
  setupFiles: ['tests/support/set-environment.ts'],
  testTimeout: 180_000,
  hookTimeout: 180_000,
  exclude: [...configDefaults.exclude, ...(takesContainers() ? Object.keys(onlyEmbedded) : [])],
}

export default defineConfig({
  test: {
    pool: 'forks',
    // Tests wait for services as well: with one file more than there are cores no core is idle, which saves an eighth.
    maxWorkers: os.availableParallelism() + 1,
    projects: [
      { test: { name: 'architecture', include: ['tests/architecture/**/*.test.ts'], isolate: false } },
      {
        test: {
          name: 'unit',
          include: ['{lib,components,workers,server,prisma}/**/*.test.ts'],
          testTimeout: 60_000,
          // Rules without a state of their own: a process for each file would take four times as long.
          isolate: false,
        },
      },
      // The simulator needs no services: its tests run it in process and as a process.
      { test: { name: 'simulator', include: ['simulator/tests/**/*.test.ts'], testTimeout: 60_000 } },
      // Where a module is put in another's place, which those beside it should not see.
      {
        test: {
          name: 'pages',
          include: ['{lib,components,workers,server,prisma}/**/*.test.tsx'],
          testTimeout: 60_000,
          isolate: true,
        },
      },
      { test: { name: 'integration', include: ['tests/integration/**/*.test.ts'], ...onRealServices } },
      // What CI runs on containers as well: `npm run test:containers`.
      ...(takesContainers()
        ? [{ test: { name: 'containers', include: onContainersToo, ...onRealServices } }]
        : []),
      { test: { name: 'faults', include: ['tests/faults/**/*.test.ts'], ...onRealServices } },
    ],
  },
})
