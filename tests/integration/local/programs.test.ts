// A machine without redis-server, whose user is not root: the start brings Redis into the data folder.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startRedis } from '#server/local/engines.ts'
import { findFreePort } from '#server/local/free-port.ts'
import { asAccount, chooseAccount, giveTo } from '#server/local/postgres.ts'
import { findProgram } from '#server/local/programs/find.mjs'
import { redis } from '#server/local/programs/needed.mjs'
import { chromium, headlessShell } from '#tests/support/programs.ts'
import { pathWithout } from '../../support/path-without.ts'

const programs = path.join(import.meta.dirname, '../../../server/local/programs')
const support = path.join(import.meta.dirname, '../../support')
const hasApt = findProgram(['apt-get']) !== undefined && findProgram(['dpkg-deb']) !== undefined

let directory: string
let dataDir: string
let env: Record<string, string>
beforeEach(() => {
  directory = mkdtempSync(path.join(os.tmpdir(), 'ngoma-programs-'))
  chmodSync(directory, 0o755)
  dataDir = path.join(directory, 'data')
  mkdirSync(dataDir)
  // Homebrew would change the machine.
  const names = [...redis.names, ...chromium.names, ...headlessShell.names, 'brew']
  // Nothing is downloaded by Playwright.
  const PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD = '1'
  env = { PATH: pathWithout(names, path.join(directory, 'path')), PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD }
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(directory, { recursive: true, force: true })
})

/** Runs what the bootstrap runs, under an account that is not root's. */
function runAsPerson(script: string) {
  const account = chooseAccount(dataDir, process.execPath)
  giveTo(account, dataDir)
  const node = ['--input-type=module', '--eval', script]
  const { command, args, ...identity } = asAccount(account, process.execPath, node)
  return spawnSync(command, args, { encoding: 'utf8', env: { NODE_ENV: 'test', ...env }, ...identity })
}

const ensure = (name: 'redis' | 'chromium' | 'headlessShell') =>
  runAsPerson(`import { ensureProgram } from '${programs}/ensure.mjs'
    import * as redis from '${programs}/needed.mjs'
    import * as others from '${support}/programs.ts'
    ensureProgram({ ...redis, ...others }.${name}, '${dataDir}')`)
const ensureRedis = () => ensure('redis')

/** Has apt believe that some packages are not installed. */
function forget(names: string[]): string {
  const paragraphs = readFileSync('/var/lib/dpkg/status', 'utf8').split('\n\n')
  const others = paragraphs.filter((text) => !names.some((name) => text.startsWith(`Package: ${name}\n`)))
  const file = path.join(directory, 'status')
  writeFileSync(file, others.join('\n\n'))
  return `Dir::State::Status "${file}";`
}

function setApt(...settings: string[]): void {
  env.APT_CONFIG = path.join(directory, 'apt.conf')
  writeFileSync(env.APT_CONFIG, settings.join('\n'))
}

test('Redis is unpacked from the system’s packages, and starts', async () => {
  if (hasApt) setApt(forget(['redis-server', 'redis-tools', 'valkey-server', 'valkey-tools', 'liblzf1']))
  const ensured = ensureRedis()
  if (!hasApt) {
    expect(ensured.stderr).toContain('redis-server is missing and this system has neither apt nor Homebrew: ')
    return
  }
  expect(ensured).toMatchObject({ status: 0, stderr: '' })

  vi.stubEnv('PATH', env.PATH)
  vi.stubEnv('NGOMA_DATA_DIR', dataDir)
  expect(path.relative(dataDir, findProgram(redis.names) ?? '')).toMatch(/^programs\/redis-server\/bin\//)
  const { part } = await startRedis({ dataDir, port: await findFreePort(), throwAway: true })
  await part.end()
  expect(readdirSync(path.join(dataDir, 'programs'))).toEqual(['redis-server'])
})

describe.runIf(hasApt)('apt with packages of the test', () => {
  beforeEach(() => {
    publish('#!/bin/sh\necho "$LD_LIBRARY_PATH" > "$(dirname "$0")/libraries"\n')
    writeFileSync(
      path.join(directory, 'sources.list'),
      `deb [trusted=yes] copy:${path.join(directory, 'mirror')} ./\n`,
    )
    setApt(
      forget(['redis-server', 'redis-tools', 'chromium', 'chromium-headless-shell']),
      `Dir::Etc::SourceList "${directory}/sources.list";`,
      'Dir::Etc::SourceParts "-";',
    )
  })

  /** Fills a mirror with a redis-server, a library that it needs, and whatever else. */
  function publish(server: string, others: Record<string, Record<string, string>> = {}): void {
    const mirror = path.join(directory, 'mirror')
    mkdirSync(mirror, { recursive: true })
    const needs = 'Depends: libngoma-test1\n'
    const packages = [
      pack(mirror, 'redis-server', needs, { 'usr/bin/redis-server': server }),
      pack(mirror, 'libngoma-test1', '', { 'usr/lib/libngoma-test.so.1': 'no library' }),
      ...Object.entries(others).map(([name, files]) => pack(mirror, name, needs, files)),
    ]
    writeFileSync(path.join(mirror, 'Packages'), packages.join('\n'))
  }

  /** Makes a package and what a mirror says of it. */
  function pack(mirror: string, name: string, depends: string, files: Record<string, string>): string {
    const folder = path.join(directory, name)
    const control = `Package: ${name}\nVersion: 1\nArchitecture: all\nMaintainer: Test <test@example.com>\n${depends}Description: test\n`
    for (const [file, text] of Object.entries({ ...files, 'DEBIAN/control': control })) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
      writeFileSync(path.join(folder, file), text, { mode: file === 'DEBIAN/control' ? 0o644 : 0o755 })
    }
    const file = path.join(mirror, `${name}.deb`)
    spawnSync('dpkg-deb', ['--build', '--root-owner-group', folder, file])
    const bytes = readFileSync(file)
    const sum = createHash('sha256').update(bytes).digest('hex')
    return `${control}Filename: ./${name}.deb\nSize: ${bytes.length}\nSHA256: ${sum}\n`
  }

  test('what a package needs comes with it and is found, and a second start takes what is there', () => {
    const first = ensureRedis()
    expect(first).toMatchObject({ status: 0, stderr: '' })
    expect(first.stdout).toContain("redis-server is missing: unpacking the system's package redis-server")
    const place = path.join(dataDir, 'programs', 'redis-server')
    expect(existsSync(path.join(place, 'usr/lib/libngoma-test.so.1'))).toBe(true)
    const { status } = spawnSync(path.join(place, 'bin/redis-server'))
    expect(status).toBe(0)
    expect(readFileSync(path.join(place, 'usr/bin/libraries'), 'utf8')).toBe(`${place}/usr/lib\n`)

    rmSync(path.join(directory, 'mirror'), { recursive: true })
    expect(ensureRedis()).toMatchObject({ status: 0, stdout: '', stderr: '' })
  })

  test('Chromium is unpacked with its fonts, and runs by its own script instead of Debian’s', () => {
    const says = (what: string) => `#!/bin/sh\necho "${what}" "$LD_LIBRARY_PATH" "$FONTCONFIG_FILE" "$@"\n`
    publish('', {
      chromium: {
        // Debian's script knows its own usual place alone.
        'usr/bin/chromium': says('of the system'),
        'usr/lib/chromium/chromium': says('unpacked'),
        'usr/share/fonts/truetype/one.ttf': 'no font',
      },
    })
    const ensured = ensure('chromium')
    expect(ensured).toMatchObject({ status: 0, stderr: '' })
    expect(ensured.stdout).toContain("chromium is missing: unpacking the system's package chromium")

    vi.stubEnv('PATH', env.PATH)
    const found = findProgram(chromium.names, dataDir) ?? ''
    const place = path.join(dataDir, 'programs', 'chromium')
    expect(found).toBe(path.join(place, 'bin/chromium'))
    const { stdout } = spawnSync(found, ['--headless', 'about:blank'], { encoding: 'utf8' })
    expect(stdout).toBe(`unpacked ${place}/usr/lib ${place}/fonts.conf --headless about:blank\n`)
    // Its fonts are found beside those of the system.
    const fonts = readFileSync(path.join(place, 'fonts.conf'), 'utf8')
    expect(fonts).toContain('<dir prefix="relative">usr/share/fonts</dir>')
    expect(fonts).toContain('/etc/fonts/fonts.conf</include>')
  })

  test('the headless shell is unpacked, and if the system has none, Chromium is used in its place', () => {
    const shell = 'usr/lib/chromium/chromium-headless-shell'
    publish('', {
      'chromium-headless-shell': { [shell]: '#!/bin/sh\necho shell\n' },
      chromium: { 'usr/lib/chromium/chromium': '#!/bin/sh\necho chromium\n' },
    })
    expect(ensure('headlessShell')).toMatchObject({ status: 0, stderr: '' })
    vi.stubEnv('PATH', env.PATH)
    const found = findProgram(headlessShell.names, dataDir) ?? ''
    expect(spawnSync(found, { encoding: 'utf8' }).stdout).toBe('shell\n')
    expect(findProgram(chromium.names, dataDir)).toBeUndefined()

    rmSync(path.join(dataDir, 'programs'), { recursive: true })
    publish('', { chromium: { 'usr/lib/chromium/chromium': '#!/bin/sh\necho chromium\n' } })
    const { status, stdout, stderr } = ensure('headlessShell')
    expect(stderr).toContain('It did not come (')
    expect([status, stdout]).toEqual([0, expect.stringContaining('chromium is missing: unpacking')])
    expect(findProgram(headlessShell.names, dataDir)).toBeUndefined()
    expect(findProgram(chromium.names, dataDir)).toBe(path.join(dataDir, 'programs/chromium/bin/chromium'))
  })

  test('a library that the system lacks is found by what is started afterwards', () => {
    const script = `import { ensureLibrary } from '${programs}/ensure.mjs'
      ensureLibrary('libc.so.6', 'libngoma-test1', '${dataDir}')
      ensureLibrary('libngoma-test.so.1', 'libngoma-test1', '${dataDir}')
      console.log(process.env.LD_LIBRARY_PATH)`
    const place = path.join(dataDir, 'programs', 'libngoma-test1', 'usr/lib')
    const fetched = "libngoma-test.so.1 is missing: fetching the system's package libngoma-test1 …\n"
    expect(runAsPerson(script)).toMatchObject({ status: 0, stdout: `${fetched}${place}\n`, stderr: '' })
    expect(runAsPerson(script)).toMatchObject({ status: 0, stdout: `${place}\n`, stderr: '' })
  })

  test('a broken download is told in one sentence, leaves nothing, and the next start tries again', () => {
    const file = path.join(directory, 'mirror', 'libngoma-test1.deb')
    const whole = readFileSync(file)
    truncateSync(file, 100)
    // A start that was killed half-way has left its folder.
    mkdirSync(path.join(dataDir, 'programs', '.new-999999999'), { recursive: true })
    chmodSync(path.join(dataDir, 'programs'), 0o777)
    const broken = ensureRedis()
    expect(broken.status).toBe(1)
    expect(broken.stderr).toMatch(/^It did not come \(E: .+\); the next start tries again\.$/m)
    expect(broken.stderr).toMatch(/^redis-server is missing and could not be brought: install Redis, /m)
    expect(readdirSync(path.join(dataDir, 'programs'))).toEqual([])

    writeFileSync(file, whole)
    expect(ensureRedis()).toMatchObject({ status: 0, stderr: '' })
    expect(readdirSync(path.join(dataDir, 'programs'))).toEqual(['redis-server'])
  })

  test('what does not run here is not kept', () => {
    publish('#!/bin/sh\necho "libz.so.9: cannot open shared object file" >&2; exit 127\n')
    expect(ensureRedis()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(
        'It did not come (it does not run here: libz.so.9: cannot open shared object file); the next start tries again.',
      ),
    })
    expect(readdirSync(path.join(dataDir, 'programs'))).toEqual([])
  })
})
