// What `npm start`, `npm run dev`, `npm test`, `npm run bench` and `npm run simulate:month` run first, on whatever Node is
// installed and with no package at hand: it fetches what is missing, says what, and hands over to main.ts on the project's own Node.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const root = path.join(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '..', '..')
const dataDir = path.resolve(root, process.env.NGOMA_DATA_DIR || '.local')
const node = path.join(root, 'node_modules', '.bin', 'node')
const command = process.argv[2] ?? 'start'

const needed = { installing: 1500, running: 300 }

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}

function checkSystem() {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 20) stop(`Ngoma needs Node 20 or newer to start; this is ${process.version}.`)
  if (process.platform === 'win32') stop('Ngoma runs on Linux and macOS; on Windows, start it inside WSL.')
}

function checkDisk(directory, megabytes, purpose) {
  const { bavail, bsize } = statfsSync(directory)
  const free = Math.floor((bavail * bsize) / 1024 / 1024)
  if (free < megabytes) {
    stop(
      `The disk is full: ${purpose} needs ${megabytes} MB in ${directory} and ${free} MB are free. Make room and start again.`,
    )
  }
}

/** Runs a command that the person may watch. */
function run(file, args, env = {}) {
  const { status, error } = spawnSync(file, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  return error === undefined && status === 0
}

function isOnPath(name) {
  // Debian keeps servers where only root's PATH looks.
  const directories = [
    ...(process.env.PATH ?? '').split(path.delimiter),
    ...(name === 'nginx' ? ['/usr/sbin'] : []),
  ]
  return directories.some((directory) => existsSync(path.join(directory, name)))
}

/** Whether npm's own record of what it installed agrees with package-lock.json. */
function packagesAreInstalled() {
  const record = path.join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(node) || !existsSync(record)) return false
  const wanted = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  return Object.entries(wanted).every(([place, { version, optional, link }]) => {
    if (place === '' || link) return true
    // Packages for other systems are left out.
    return installed[place] === undefined ? optional === true : installed[place].version === version
  })
}

function installPackages() {
  if (packagesAreInstalled()) return
  checkDisk(root, needed.installing, 'installing the packages')
  console.log('Installing the npm packages of package-lock.json (a few minutes the first time) …')
  // Not `npm ci`: it refuses a lockfile that was made where the registry lacks packages of other systems.
  // Prisma's schema engine is not downloaded: prisma/schema-engine.ts uses another one.
  const noDownload = {
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_SKIP_POSTINSTALL_GENERATE: 'true',
  }
  if (!run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], noDownload)) {
    checkDisk(root, needed.running, 'installing the packages')
    stop(
      'The npm packages could not be installed: the lines above say why. Check the connection to the npm registry and start again.',
    )
  }
}

/** Finds one of several programs, or installs a Debian package that brings it, or says in one sentence what to do. */
function ensureProgram({ names, debianPackage, otherwise }) {
  if (names.some(isOnPath)) return
  if (!isOnPath('apt-get')) stop(`${names[0]} is missing and this system has no apt: ${otherwise}`)
  if (os.userInfo().uid !== 0) {
    stop(`${names[0]} is missing: run "sudo apt-get install ${debianPackage}" once, or ${otherwise}`)
  }
  checkDisk('/', needed.running, `installing ${debianPackage}`)
  console.log(`${names[0]} is missing: installing Debian's package ${debianPackage} …`)
  if (!installWithApt(debianPackage) || !names.some(isOnPath)) {
    stop(
      `${debianPackage} could not be installed with apt: the lines above say why. Install it by hand, or ${otherwise}`,
    )
  }
}

function installWithApt(name) {
  // Debian starts a server it installs. This one is started by Ngoma, with Ngoma's data, and ended with it.
  const policy = '/usr/sbin/policy-rc.d'
  const ours = !existsSync(policy)
  if (ours) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    // Where the lists cannot be renewed, the ones that are there may do.
    run('apt-get', ['update', '-qq'], env)
    return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], env)
  } finally {
    if (ours) rmSync(policy, { force: true })
  }
}

function isConfigured(name) {
  if (process.env[name]) return true
  const file = path.join(root, '.env')
  return (
    existsSync(file) &&
    new RegExp(`^\\s*(export\\s+)?${name}\\s*=\\s*[^\\s#]`, 'm').test(readFileSync(file, 'utf8'))
  )
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
  child.once('exit', (code) => process.exit(code ?? 1))
}

try {
  checkSystem()
  mkdirSync(dataDir, { recursive: true })
  installPackages()
  checkDisk(dataDir, needed.running, 'running')
  // Tests and benches bring their own, whatever is configured.
  if (command === 'test' || command === 'bench' || command === 'simulate' || !isConfigured('REDIS_URL')) {
    ensureProgram({
      names: ['redis-server', 'valkey-server'],
      debianPackage: 'redis-server',
      otherwise: 'install Redis, or give the address of one in REDIS_URL, and start again.',
    })
  }
  if (command === 'test') {
    ensureProgram({
      names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
      debianPackage: 'chromium',
      otherwise: 'install Chromium for the browser tests and start again.',
    })
    ensureProgram({
      names: ['nginx'],
      debianPackage: 'nginx-light',
      otherwise: "install nginx for the tests of the proxy's configuration and start again.",
    })
  }
  startMain()
} catch (error) {
  if (error.code !== 'ENOSPC') throw error
  stop(`The disk is full: make room in ${root} and start again.`)
}
