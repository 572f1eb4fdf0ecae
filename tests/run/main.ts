// `npm test`: every stage except named-only ones, each with temporary services, then one line with the sum.
// `npm test vitest browser` runs only these; `npm test vitest -- --shard=1/3` passes options to Vitest or
// Playwright.
import { mkdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buildWebIfStale } from '#server/local/build.ts'
import { ensureProgram } from '#server/local/programs/ensure.mjs'
import { dataFolder } from '#server/local/programs/find.mjs'
import {
  endPrograms,
  endWith,
  runProgram,
  StopError,
  secondsSince,
  waitForEnd,
} from '#server/local/run-program.ts'
import { findCompose } from '#tests/support/docker.ts'
import { beancount, headlessShell, hledger, nginx, pgbouncer, promtool } from '#tests/support/programs.ts'
import { type Counts, countPlaywright, countVitest } from './counts.ts'

// glibc asks for huge pages: each page that a process takes is slow on a virtual machine, and tests start many.
process.env.GLIBC_TUNABLES ??= 'glibc.malloc.hugetlb=1'

const root = path.join(import.meta.dirname, '..', '..')
const reports = path.join(root, 'test-results')
const bin = (name: string) => path.join(root, 'node_modules', '.bin', name)

interface Stage {
  title: string
  /** @param options of the command line, for Vitest or Playwright */
  run: (options: string[]) => Promise<Counts>
  /** Runs only if named: it needs a Docker engine, or builds another release. */
  isNamed?: boolean
}

const stages: Readonly<Record<string, Stage>> = {
  format: { title: 'Format and lint', run: () => passes('biome', ['check', '.']) },
  types: { title: 'Types', run: checkTypes },
  vitest: {
    title: 'Architecture, unit, integration and faults',
    run: (options) => vitest('vitest', ['--passWithNoTests', ...options]),
  },
  browser: { title: 'Browser', run: (options) => browser('browser', options) },
  rolling: {
    title: 'The release before beside this one',
    run: () => vitest('rolling', ['--config', path.join(root, 'tests', 'rolling', 'vitest.config.ts')]),
    isNamed: true,
  },
  compose: { title: 'The whole product by compose', run: runCompose, isNamed: true },
  containers: {
    title: 'Money, uploads, sockets, backups on containers',
    run: () => vitest('containers', ['--project', 'containers*'], { TEST_SERVICES: 'containers' }),
    isNamed: true,
  },
  changed: { title: 'What the changes reach', run: runChanged, isNamed: true },
}

/** @returns the exit code */
async function runTests(args: string[]): Promise<number> {
  const options = args.filter((arg) => arg.startsWith('-'))
  const named = args.filter((arg) => !arg.startsWith('-'))
  const chosen = named.length > 0 ? named : Object.keys(stages).filter((name) => !stages[name]?.isNamed)
  const asked = waitForEnd(endPrograms).then(() => {
    endPrograms()
    return undefined
  })
  for (const program of [headlessShell, nginx, pgbouncer, hledger, beancount, promtool])
    ensureProgram(program, dataFolder())
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })
  const total = { passed: 0, failed: 0 }
  const [lines, failures]: [string[], string[]] = [[], []]
  for (const name of chosen) {
    const stage = stages[name]
    if (!stage) throw new StopError(`There is no stage "${name}": ${Object.keys(stages).join(', ')} are.`)
    const { title, run } = stage
    console.log(`\n── ${title} ──`)
    const from = Date.now()
    const counts = await Promise.race([run(options), asked])
    if (counts === undefined) return 130
    const { passed, failed } = counts
    total.passed += passed
    total.failed += failed
    failures.push(...counts.failures.map((failure) => `${title}: ${failure}`))
    lines.push(`${title.padEnd(48)} ${passed} passed, ${failed} failed, ${secondsSince(from)} s`)
  }
  // Repeated at the end, because earlier output may be cut off.
  if (failures.length > 0) console.log(`\nFailed:\n\n${failures.join('\n')}`)
  console.log(`\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`)
  return total.failed === 0 ? 0 : 1
}

async function passes(command: string, args: string[], settings?: Record<string, string>): Promise<Counts> {
  const code = await runProgram(bin(command), args, settings)
  return code === 0
    ? { passed: 1, failed: 0, failures: [] }
    : { passed: 0, failed: 1, failures: [`ended with code ${code}`] }
}

async function checkTypes(): Promise<Counts> {
  // next-env.d.ts and the routes' types are generated.
  const made = await passes('next', ['typegen'], { NEXT_TELEMETRY_DISABLED: '1' })
  // More checkers than cores infer the same types more often.
  return made.failed > 0 ? made : passes('tsc', ['--noEmit', '--checkers', String(os.availableParallelism())])
}

async function vitest(name: string, args: string[], settings: Record<string, string> = {}): Promise<Counts> {
  const report = path.join(reports, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const environment = { NODE_ENV: 'test', ...settings }
  return countVitest(report, await runProgram(bin('vitest'), ['run', ...args, ...reporters], environment))
}

async function browser(name: string, args: string[]): Promise<Counts> {
  await buildWebIfStale(console.log)
  return playwright(name, args)
}

async function playwright(name: string, args: string[]): Promise<Counts> {
  const report = path.join(reports, `${name}.json`)
  const settings = { PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const code = await runProgram(bin('playwright'), ['test', ...args, '--reporter=list,json'], settings)
  return countPlaywright(report, code)
}

async function runCompose(): Promise<Counts> {
  if (findCompose() === undefined)
    throw new StopError('No Docker engine with compose answers here: see DOCKER_HOST.')
  return playwright('compose', ['--config', path.join(root, 'tests', 'compose', 'playwright.config.ts')])
}

/** Test files that import changes since NGOMA_TEST_SINCE (a commit; default HEAD). */
async function runChanged(): Promise<Counts> {
  const since = process.env.NGOMA_TEST_SINCE || 'HEAD'
  const ofTests = await vitest('changed', ['--changed', since, '--passWithNoTests'])
  const ofBrowser = await browser('changed-browser', [
    '--no-deps',
    `--only-changed=${since}`,
    '--pass-with-no-tests',
  ])
  return {
    passed: ofTests.passed + ofBrowser.passed,
    failed: ofTests.failed + ofBrowser.failed,
    failures: [...ofTests.failures, ...ofBrowser.failures],
  }
}

await endWith(runTests(process.argv.slice(2)))
