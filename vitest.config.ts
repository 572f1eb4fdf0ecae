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
 * A run stores its databases, dumps and objects in memory if there is room. Each test file copies the template database, which takes
 * twenty times the CPU time on a disk.
 */
const memory = '/dev/shm'
if (process.env.TMPDIR === undefined && existsSync(memory)) {
  const { bavail, bsize } = statfsSync(memory)
  if (Math.min(bavail * bsize, process.availableMemory()) > 6e9) process.env.TMPDIR = memory
}

/**
 * Modules keep what they have read of the environment: a file that changes it, replaces a module or says so itself needs a process in
 * which nothing is loaded.
 */
const signsOfOwnProcess =
  /process\.env(\.\w+|\[[^\]]+\]) = |assign\(process\.env|delete process\.env|vi\.(mock|doMock|resetModules|stubEnv)\(|needs a process of its own/
/** Both folders are one project, so that a worker of Vitest loads the product once. */
const onServices = 'tests/{integration,faults}/**/*.test.ts'

const ofOwnProcess = globSync(onServices).filter(needsOwnProcess)

const pages = globSync('{lib,components,workers,server,prisma}/**/*.test.tsx')

function needsOwnProcess(file: string): boolean {
  return signsOfOwnProcess.test(readFileSync(file, 'utf8'))
}

const leftOut = [...configDefaults.exclude, ...(takesContainers() ? Object.keys(onlyEmbedded) : [])]

/** Files follow each other in a process: tests/support/set-environment.ts gives each an empty database and Redis. */
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
    // Tests wait for services as well: with one file more than there are cores no core is idle, which saves an eighth.
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
          // Rules without a state of their own: a process for each file would take four times as long.
          isolate: false,
        },
      },
      // The simulator needs no services: its tests run it in process and as a process.
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
      // What CI runs on containers as well: `npm run test:containers`.
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
