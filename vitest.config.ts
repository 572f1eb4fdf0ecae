import { existsSync, globSync, readFileSync, statfsSync } from 'node:fs'
import os from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import {
  isOnContainersToo,
  onContainersToo,
  onlyEmbedded,
  takesContainers,
} from './tests/support/container-run.ts'
import { roomy, shortLived } from './tests/support/short-lived.ts'

/**
 * Stores the run's databases, dumps and objects in memory if there is room: on disk, copying the template
 * database for each test file takes twenty times the CPU time.
 */
const memory = '/dev/shm'
if (process.env.TMPDIR === undefined && existsSync(memory)) {
  const { bavail, bsize } = statfsSync(memory)
  if (Math.min(bavail * bsize, process.availableMemory()) > 6e9) process.env.TMPDIR = memory
}

/**
 * Modules read the environment once. A test file that changes the environment or replaces a module therefore
 * runs in its own process, as does a file that asks for one.
 */
const signsOfOwnProcess =
  /process\.env(\.\w+|\[[^\]]+\]) = |assign\(process\.env|delete process\.env|vi\.(mock|doMock|resetModules|stubEnv)\(|needs a process of its own/
/** One project, so that each Vitest worker loads the product once. */
const onServices = 'tests/{integration,faults}/**/*.test.ts'

const ofOwnProcess = globSync(onServices).filter(needsOwnProcess)

const pages = globSync('{lib,components,workers,server,prisma}/**/*.test.tsx')

function needsOwnProcess(file: string): boolean {
  return signsOfOwnProcess.test(readFileSync(file, 'utf8'))
}

const leftOut = [...configDefaults.exclude, ...(takesContainers() ? Object.keys(onlyEmbedded) : [])]

/** Test files share a process: tests/support/set-environment.ts empties the database and Redis for each. */
const shared = {
  isolate: false,
  execArgv: roomy,
  globalSetup: ['tests/support/global-setup.ts'],
  setupFiles: ['tests/support/set-environment.ts', 'tests/support/sentences.ts'],
  testTimeout: 180_000,
  hookTimeout: 180_000,
  exclude: [...leftOut, ...ofOwnProcess],
}
const own = { ...shared, isolate: true, execArgv: shortLived, env: { TEST_PROCESS: 'own' }, exclude: leftOut }

export default defineConfig({
  test: {
    pool: 'forks',
    // One more than there are cores, because tests also wait for services: saves an eighth of the time.
    maxWorkers: os.availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'architecture',
          include: ['tests/architecture/**/*.test.ts'],
          testTimeout: 60_000,
          isolate: false,
        },
      },
      {
        test: {
          name: 'unit',
          include: ['{lib,components,messages,workers,server,prisma}/**/*.test.ts'],
          setupFiles: ['tests/support/sentences.ts'],
          testTimeout: 60_000,
          // These tests share no state, and a process per file would take four times as long.
          isolate: false,
        },
      },
      // Needs no services: the tests run the simulator themselves.
      {
        test: {
          name: 'simulator',
          include: ['simulator/tests/**/*.test.ts'],
          testTimeout: 60_000,
          isolate: false,
        },
      },
      {
        test: {
          name: 'pages',
          include: pages.filter((file) => !needsOwnProcess(file)),
          testTimeout: 60_000,
          isolate: false,
        },
      },
      {
        test: {
          name: 'pages-own-process',
          include: pages.filter(needsOwnProcess),
          testTimeout: 60_000,
          isolate: true,
        },
      },
      { test: { name: 'integration', include: [onServices], ...shared } },
      { test: { name: 'own-process', include: ofOwnProcess, ...own } },
      // CI also runs these on containers: `npm run test:containers`.
      ...(takesContainers()
        ? [
            { test: { name: 'containers', include: onContainersToo, ...shared } },
            {
              test: {
                name: 'containers-own-process',
                include: ofOwnProcess.filter(isOnContainersToo),
                ...own,
              },
            },
          ]
        : []),
    ],
  },
})
