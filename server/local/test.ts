import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { generateClient } from '#prisma/generate.ts'
import { browserFilesFor } from './browser-files.ts'
import { buildWebIfStale } from './build.ts'
import { findCompose } from './docker.ts'
import { waitForEnd } from './end-signals.ts'
import { endPrograms, runProgram } from './run-script.ts'
import { StopError } from './stop-error.ts'
import { type Counts, countPlaywright, countVitest } from './test-counts.ts'
import { secondsSince } from './timed-steps.ts'

const root = path.join(import.meta.dirname, '..', '..')
const reports = path.join(root, 'test-results')
const bin = (name: string) => path.join(root, 'node_modules', '.bin', name)

const stages = {
  format: () => passes(bin('biome'), ['check', '.']),
  types: async () => {
    // next-env.d.ts and the types of the routes are made, not kept in git.
    const made = await runProgram(bin('next'), ['typegen'], { NEXT_TELEMETRY_DISABLED: '1' })
    return made === 0 ? passes(bin('tsc'), ['--noEmit']) : failedAsOne(made)
  },
  vitest: runVitest,
  browser: runBrowser,
  rolling: runRolling,
  compose: runCompose,
  containers: runOnContainers,
  changed: runChanged,
} satisfies Record<string, () => Promise<Counts>>

const titles = {
  format: 'Format and lint',
  types: 'Types',
  vitest: 'Architecture, unit, integration and faults',
  browser: 'Browser',
  rolling: 'The release before beside this one',
  compose: 'The whole product by compose',
  containers: 'Money, uploads, sockets, backups on containers',
  changed: 'What the changes reach',
}

type Stage = keyof typeof stages

/**
 * These are run where they are named (`npm run test:rolling`): two need a Docker engine, and one builds another release, which
 * takes longer than it is worth to somebody who changes something else.
 */
const onlyWhereNamed: readonly Stage[] = ['rolling', 'compose', 'containers', 'changed']

/**
 * `npm test`: every stage but those that have to be named, each against services of its own that are thrown away, then one line with
 * the sum.
 * @param args names of stages, for those who want only these
 * @returns the exit code
 */
export async function runTests(args: string[]): Promise<number> {
  const chosen = chooseStages(args)
  const asked = waitForEnd(endPrograms).then(() => {
    endPrograms()
    return 'asked' as const
  })
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })
  generateClient()

  const total: Counts = { passed: 0, failed: 0, failures: [] }
  const lines: string[] = []
  for (const stage of chosen) {
    console.log(`\n── ${titles[stage]} ──`)
    const from = Date.now()
    const counts = await Promise.race([stages[stage](), asked])
    if (counts === 'asked') return 130
    total.passed += counts.passed
    total.failed += counts.failed
    total.failures.push(...counts.failures.map((failure) => `${titles[stage]}: ${failure}`))
    lines.push(
      `${titles[stage].padEnd(48)} ${counts.passed} passed, ${counts.failed} failed, ${secondsSince(from)} s`,
    )
  }
  // Said again at the end: what a stage printed is far above by now, or cut off where only the end is kept.
  if (total.failures.length > 0) console.log(`\nFailed:\n\n${total.failures.join('\n')}`)
  console.log(`\n${lines.join('\n')}\n`)
  console.log(`${total.passed} passed, ${total.failed} failed`)
  return total.failed === 0 ? 0 : 1
}

function isStage(name: string): name is Stage {
  return name in stages
}

function chooseStages(args: string[]): Stage[] {
  const known = Object.keys(stages).filter(isStage)
  if (args.length === 0) return known.filter((stage) => !onlyWhereNamed.includes(stage))
  return args.map((name) => {
    if (isStage(name)) return name
    throw new Error(`There is no stage "${name}": ${known.join(', ')} are.`)
  })
}

async function passes(command: string, args: string[]): Promise<Counts> {
  const code = await runProgram(command, args)
  return code === 0 ? { passed: 1, failed: 0, failures: [] } : failedAsOne(code)
}

function failedAsOne(code: number): Counts {
  return { passed: 0, failed: 1, failures: [`ended with code ${code}`] }
}

function runVitest(): Promise<Counts> {
  return vitest('vitest', ['--passWithNoTests'])
}

function runRolling(): Promise<Counts> {
  return vitest('rolling', ['--config', path.join(root, 'tests', 'rolling', 'vitest.config.ts')])
}

function runOnContainers(): Promise<Counts> {
  return vitest('containers', ['--project', 'containers*'], { TEST_SERVICES: 'containers' })
}

async function vitest(name: string, args: string[], settings: Record<string, string> = {}): Promise<Counts> {
  const report = path.join(reports, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runProgram(bin('vitest'), ['run', ...args, ...reporters], {
    NODE_ENV: 'test',
    ...settings,
  })
  return countVitest(report, code)
}

async function runBrowser(): Promise<Counts> {
  await buildWebIfStale(console.log)
  return runPlaywright('browser', [])
}

/**
 * Vitest's files that import what changed since NGOMA_TEST_SINCE (a commit; HEAD where it is not set), and the browser files of the
 * features that changed.
 */
async function runChanged(): Promise<Counts> {
  const since = process.env.NGOMA_TEST_SINCE || 'HEAD'
  const ofTests = await vitest('changed', ['--changed', since, '--passWithNoTests'])
  const files = browserFilesFor(changedSince(since))
  if (files.length === 0) return ofTests
  await buildWebIfStale(console.log)
  const ofBrowser = await runPlaywright('changed-browser', ['--no-deps', ...files])
  return {
    passed: ofTests.passed + ofBrowser.passed,
    failed: ofTests.failed + ofBrowser.failed,
    failures: [...ofTests.failures, ...ofBrowser.failures],
  }
}

/** @returns paths from the project's root, also of files that git does not know yet */
function changedSince(commit: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
  const said = git('diff', '--name-only', commit) + git('ls-files', '--others', '--exclude-standard')
  return said.split('\n').filter((line) => line !== '')
}

async function runCompose(): Promise<Counts> {
  if (findCompose() === undefined)
    throw new StopError('No Docker engine with compose answers here: see DOCKER_HOST.')
  return runPlaywright('compose', ['--config', path.join(root, 'tests', 'compose', 'playwright.config.ts')])
}

async function runPlaywright(name: string, args: string[]): Promise<Counts> {
  const report = path.join(reports, `${name}.json`)
  const code = await runProgram(bin('playwright'), ['test', ...args, '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  })
  return countPlaywright(report, code)
}
