// First step of `npm start`, `dev`, `test`, `bench` and `simulate:month`. Needs only Node, without packages:
// installs what is missing and runs main.ts.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { checkDisk, stop, watch } from './programs/command.mjs'
import { ensureLibrary, ensureProgram } from './programs/ensure.mjs'
import { dataFolder, root } from './programs/find.mjs'
import { redis } from './programs/needed.mjs'

const node = path.join(root, 'node_modules', '.bin', 'node')
/** Whether people run the product. Other commands also need the packages of tests/packages. */
const isForPeople = ['start', 'dev'].includes(process.argv[2] ?? 'start')

/** Free disk in megabytes. */
const needed = { installing: 1500, running: 300 }

function packagesAreInstalled(withTests) {
  const record = path.join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(node) || !existsSync(record)) return false
  const wanted = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  const asked = (withTests ? ['', 'tests/packages'] : ['']).flatMap((place) =>
    Object.keys({ ...wanted[place].dependencies, ...wanted[place].devDependencies }),
  )
  return (
    asked.every((name) => installed[`node_modules/${name}`] !== undefined) &&
    Object.entries(installed).every(
      ([place, { version, link }]) => link || wanted[place]?.version === version,
    )
  )
}

function installPackages() {
  const hasTests = existsSync(path.join(root, 'node_modules', '@ngoma', 'test-packages'))
  const withTests = hasTests || !isForPeople
  if (packagesAreInstalled(withTests)) return
  checkDisk(root, needed.installing, 'installing the packages')
  console.log('Installing the npm packages of package-lock.json (a minute or two the first time).')
  // Not `npm ci`, which would empty node_modules for each changed package.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  if (!withTests) args.push('--workspaces=false')
  // Skips Prisma's schema engine, which nothing here runs.
  const noDownload = {
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_SKIP_POSTINSTALL_GENERATE: 'true',
  }
  const from = Date.now()
  if (watch('npm', args, noDownload) !== undefined) {
    checkDisk(root, needed.running, 'installing the packages')
    stop(
      'The npm packages could not be installed: the lines above say why. Check the connection to the npm registry and start again.',
    )
  }
  console.log(`The packages are installed (${Math.round((Date.now() - from) / 1000)} s).`)
}

function startMain() {
  const child = spawn(node, [path.join(root, 'server', 'local', 'main.ts'), ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
    env: {
      // Compiling takes half of a process's start; the next start uses this cache.
      NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'node'),
      ...process.env,
      PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}`,
    },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // Ends main.ts if npm, the parent, was killed without telling. In package.json `exec` replaces the shell.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event !== undefined)
    setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 1000).unref()
  child.once('error', (error) => stop(`The project's own Node cannot be started: ${error.message}`))
  child.once('exit', (code) => {
    // The loader's exit code for a missing library.
    if (code === 127)
      stop("The project's own Node cannot be started: the line above says which library it lacks.")
    process.exit(code ?? 1)
  })
}

try {
  if (process.platform === 'win32') stop('Ngoma runs on Linux and macOS; on Windows, start it inside WSL.')
  if (!process.loadEnvFile) stop(`Ngoma needs Node 20.12 or newer to start; this is ${process.version}.`)
  if (existsSync(path.join(root, '.env'))) process.loadEnvFile(path.join(root, '.env'))
  const dataDir = dataFolder()
  mkdirSync(dataDir, { recursive: true })
  // Node 26 needs this library, and small systems lack it.
  ensureLibrary('libatomic.so.1', 'libatomic1', dataDir)
  installPackages()
  checkDisk(dataDir, needed.running, 'running')
  // Tests and benches start their own Redis.
  if (!isForPeople || !process.env.REDIS_URL) ensureProgram(redis, dataDir)
  startMain()
} catch (error) {
  if (error.code !== 'ENOSPC') throw error
  stop(`The disk is full: make room in ${root} and start again.`)
}
