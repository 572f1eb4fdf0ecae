// What `npm start`, `npm run dev`, `npm test`, `npm run bench` and `npm run simulate:month` run first, on whatever Node is
// installed and with no package at hand: it fetches what is missing, says what, and hands over to main.ts on the project's own Node.
// package.json runs it with npm's Node, because `node` would be the project's own as soon as there is one, and that may lack a
// library which only this file brings.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { checkDisk } from './disk.mjs'
import { watch } from './programs/command.mjs'
import { ensureProgram } from './programs/ensure.mjs'
import { dataFolder, root } from './programs/find.mjs'
import { ensureLibrary } from './programs/library.mjs'
import { chromium, headlessShell, nginx, pgbouncer, redis } from './programs/needed.mjs'
import { stop } from './stop.mjs'

const node = path.join(root, 'node_modules', '.bin', 'node')
const command = process.argv[2] ?? 'start'

const needed = { installing: 1500, running: 300 }

function checkSystem() {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 20) stop(`Ngoma needs Node 20 or newer to start; this is ${process.version}.`)
  if (process.platform === 'win32') stop('Ngoma runs on Linux and macOS; on Windows, start it inside WSL.')
}

/** Only tests and benches need the packages of this workspace. */
const testPackages = 'tests/packages'

/** Whether npm's own record of what it installed agrees with package-lock.json, as far as this command needs the packages. */
function packagesAreInstalled(withTests) {
  const record = path.join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(node) || !existsSync(record)) return false
  const wanted = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  const asked = (withTests ? ['', testPackages] : ['']).flatMap((place) =>
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
  const withTests = hasTests || (command !== 'start' && command !== 'dev')
  if (packagesAreInstalled(withTests)) return
  checkDisk(root, needed.installing, 'installing the packages')
  console.log('Installing the npm packages of package-lock.json (a minute or two the first time).')
  // Not `npm ci`, which would empty node_modules for each package that changes.
  // Prisma's schema engine is not downloaded: nothing here runs it.
  const noDownload = {
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_SKIP_POSTINSTALL_GENERATE: 'true',
  }
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  if (!withTests) args.push('--workspaces=false')
  const from = Date.now()
  if (!watch('npm', args, noDownload)) {
    checkDisk(root, needed.running, 'installing the packages')
    stop(
      'The npm packages could not be installed: the lines above say why. Check the connection to the npm registry and start again.',
    )
  }
  console.log(`The packages are installed (${Math.round((Date.now() - from) / 1000)} s).`)
}

/** What the environment or `.env` says, in which order main.ts asks them too. */
function configured(name) {
  if (process.env[name]) return process.env[name]
  const file = path.join(root, '.env')
  if (!existsSync(file)) return undefined
  const line = new RegExp(`^[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=[ \\t]*(["']?)([^\\s#"']+)\\1`, 'm')
  return line.exec(readFileSync(file, 'utf8'))?.[2]
}

/** The processes that started this one, as far as that can be seen cheaply. */
function ancestry() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]}`
  } catch {
    return String(process.ppid)
  }
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
  // npm may be killed without telling its child. That is this process, or a shell whose child is this process.
  const ancestors = ancestry()
  if (process.env.npm_lifecycle_event !== undefined) {
    setInterval(() => ancestry() !== ancestors && child.kill('SIGTERM'), 1000).unref()
  }
  child.once('error', (error) => stop(`The project's own Node cannot be started: ${error.message}`))
  child.once('exit', (code) => {
    // The system's loader ends so what it cannot load.
    if (code === 127)
      stop("The project's own Node cannot be started: the line above says which library it lacks.")
    process.exit(code ?? 1)
  })
}

try {
  checkSystem()
  process.env.NGOMA_DATA_DIR ||= configured('NGOMA_DATA_DIR') ?? '.local'
  const dataDir = dataFolder()
  mkdirSync(dataDir, { recursive: true })
  // Node 26 is linked with it, and small systems do not have it.
  ensureLibrary('libatomic.so.1', 'libatomic1', dataDir)
  installPackages()
  checkDisk(dataDir, needed.running, 'running')
  // Tests and benches bring their own, whatever is configured.
  const bringsItsOwn = command === 'test' || command === 'bench' || command === 'simulate'
  if (bringsItsOwn || configured('REDIS_URL') === undefined) ensureProgram(redis, dataDir)
  if (command === 'test' || (command === 'bench' && process.argv[3] === 'phone')) {
    // A bench measures the browser that people use.
    ensureProgram(command === 'test' ? headlessShell : chromium, dataDir)
    ensureProgram(nginx, dataDir)
  }
  if (command === 'test') ensureProgram(pgbouncer, dataDir)
  startMain()
} catch (error) {
  if (error.code !== 'ENOSPC') throw error
  stop(`The disk is full: make room in ${root} and start again.`)
}
