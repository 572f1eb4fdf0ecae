// What `npm start`, `npm run dev`, `npm test`, `npm run bench` and `npm run simulate:month` run first, on whatever Node is
// installed and with no package at hand: it fetches what is missing, says what, and hands over to main.ts on the project's own Node.
// package.json runs it with npm's Node, because `node` would be the project's own as soon as there is one, and that may lack a
// library which only this file brings.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { checkDisk, stop, watch } from './programs/command.mjs'
import { ensureLibrary, ensureProgram } from './programs/ensure.mjs'
import { dataFolder, root } from './programs/find.mjs'
import { redis } from './programs/needed.mjs'

const node = path.join(root, 'node_modules', '.bin', 'node')
/** `npm start` and `npm run dev`: the others need the packages of tests/packages too. */
const isForPeople = ['start', 'dev'].includes(process.argv[2] ?? 'start')

/** Megabytes. */
const needed = { installing: 1500, running: 300 }

/** Whether npm's own record of what it installed agrees with package-lock.json, as far as this command needs the packages. */
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
  // Not `npm ci`, which would empty node_modules for each package that changes.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  if (!withTests) args.push('--workspaces=false')
  // Prisma's schema engine is not downloaded: nothing here runs it.
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

/** Starts main.ts by the project's own Node and ends with it. */
function startMain() {
  const child = spawn(node, [path.join(root, 'server', 'local', 'main.ts'), ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
    env: {
      // Compiling its code takes half of the time in which a process starts, so the next one finds it compiled.
      NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'node'),
      ...process.env,
      PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}`,
    },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // npm may be killed without telling its child. package.json has the shell between them replace itself.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event !== undefined)
    setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 1000).unref()
  child.once('error', (error) => stop(`The project's own Node cannot be started: ${error.message}`))
  child.once('exit', (code) => {
    // The code of the system's loader for a library that it cannot find.
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
  // Node 26 is linked with it, and small systems do not have it.
  ensureLibrary('libatomic.so.1', 'libatomic1', dataDir)
  installPackages()
  checkDisk(dataDir, needed.running, 'running')
  // Tests and benches start a Redis of their own, whatever is configured.
  if (!isForPeople || !process.env.REDIS_URL) ensureProgram(redis, dataDir)
  startMain()
} catch (error) {
  if (error.code !== 'ENOSPC') throw error
  stop(`The disk is full: make room in ${root} and start again.`)
}
