// What `npm start` starts, it also ends: on request, after a crash of its own, and nothing that is not its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startPart } from '#server/local/part.ts'
import { endRecorded, findRecorded, processIdentity } from '#server/local/process-records.ts'
import { createSupervisor } from '#server/local/supervisor.ts'
import { until } from '#tests/support/until.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'ngoma-parts-'))
})
afterEach(async () => {
  await endRecorded(dataDir)
  rmSync(dataDir, { recursive: true })
})

const forever = 'setInterval(() => undefined, 1000)'
const start = (name: string, script = forever) =>
  startPart({ name, command: process.execPath, args: ['-e', script], dataDir })
const isAlive = (pid: number) => processIdentity(pid) !== undefined
const recordOf = (name: string) => path.join(dataDir, 'pids', `${name}.json`)

test('a part that does not want to leave is killed, and what it started goes with it', async () => {
  const stubborn = `process.on('SIGTERM', () => undefined)
    const child = require('node:child_process').spawn(process.execPath, ['-e', '${forever}'])
    console.log(child.pid); ${forever}`
  const part = await startPart({
    name: 'stubborn',
    command: process.execPath,
    args: ['-e', stubborn],
    dataDir,
    graceMs: 200,
  })
  const child = await until(
    'it has started its own',
    () => Number(readFileSync(part.logFile, 'utf8')) || undefined,
  )
  await part.end()
  await until('both are gone', () => !isAlive(part.pid) && !isAlive(child))
})

test('what a crash left behind is ended, and a process that only has the same id is not', async () => {
  const left = await start('left')
  const other = await start('other')
  const record = JSON.parse(readFileSync(recordOf('other'), 'utf8'))
  writeFileSync(recordOf('other'), JSON.stringify({ ...record, identity: 'of a former boot' }))
  expect(findRecorded(dataDir, 'left')).toBe(left.pid)
  expect(findRecorded(dataDir, 'other')).toBeUndefined()
  expect(await endRecorded(dataDir)).toEqual(['left'])
  expect([isAlive(left.pid), isAlive(other.pid)]).toEqual([false, true])
  await other.end()
})

test('when the one who started them is killed outright, its parts end too', async () => {
  const local = path.join(import.meta.dirname, '../../../server/local')
  const script = `import { startGuardian } from '${local}/process-records.ts'
    import { startPart } from '${local}/part.ts'
    startGuardian('${dataDir}')
    const part = await startPart({ name: 'orphan', command: process.execPath, args: ['-e', '${forever}'], dataDir: '${dataDir}' })
    console.log(part.pid)`
  const starter = spawn(process.execPath, ['--input-type=module', '-e', script])
  const orphan = Number(await firstOutput(starter))
  expect(isAlive(orphan)).toBe(true)
  starter.kill('SIGKILL')
  await until('the orphan is gone', () => !isAlive(orphan))
})

test('a part that dies is started again, and says so', async () => {
  const told: string[] = []
  const supervisor = createSupervisor((sentence) => told.push(sentence))
  await supervisor.add('web', () => start('web'), { tier: 3 })
  const first = findRecorded(dataDir, 'web')
  if (first === undefined) throw new Error('It is not recorded.')
  process.kill(first, 'SIGKILL')
  const second = await until('there is another', () => {
    const now = findRecorded(dataDir, 'web')
    return now !== first && now
  })
  expect(told).toEqual(['web ended (signal SIGKILL). Starting it again in 1 s.'])
  await supervisor.end()
  expect(isAlive(second)).toBe(false)
})

test('without PostgreSQL nothing goes on', async () => {
  const supervisor = createSupervisor(() => undefined)
  await supervisor.add('postgres', () => start('postgres', 'process.exit(3)'), { tier: 0, vital: true })
  expect((await supervisor.lost).message).toMatch(
    /^postgres ended \(code 3\), and nothing works without it\./,
  )
  await supervisor.end()
})

test('parts end in order, PostgreSQL last', async () => {
  const supervisor = createSupervisor(() => undefined)
  const ended: string[] = []
  for (const [name, tier] of [
    ['postgres', 0],
    ['redis', 1],
    ['web', 3],
  ] as const) {
    await supervisor.add(
      name,
      async () => {
        const part = await start(name)
        void part.exited.then(() => ended.push(name))
        return part
      },
      { tier },
    )
  }
  await supervisor.end()
  expect(ended).toEqual(['web', 'redis', 'postgres'])
})

function firstOutput(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', (data) => resolve(String(data)))
    child.once('exit', (code) => reject(new Error(`It ended with ${code}.`)))
  })
}
