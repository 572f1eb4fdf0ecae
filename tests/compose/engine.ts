// The Docker engine of this machine, and compose in either of its two forms.
import { spawn, spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..', '..')

function answers(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}

/** Whether an engine answers, and compose is there to ask it. */
export function hasEngine(): boolean {
  return (
    answers('docker', 'info') &&
    (answers('docker', 'compose', 'version') || answers('docker-compose', 'version'))
  )
}

/** `docker compose`, or the older `docker-compose` where that is all there is. */
const compose = answers('docker', 'compose', 'version') ? ['docker', 'compose'] : ['docker-compose']

/** The classic builder, where the newer one is not installed. */
const builder = answers('docker', 'buildx', 'version') ? {} : { DOCKER_BUILDKIT: '0' }

export type Engine = {
  /** Runs `docker`. @returns what it printed @throws Error with what it complained of */
  docker(...args: string[]): Promise<string>
  /** Runs compose with the product's file. */
  compose(...args: string[]): Promise<string>
}

/**
 * @param project names the containers, so that those of others are left alone
 * @param settings what docker-compose.yml takes from the environment
 */
export function openEngine(project: string, settings: Record<string, string>): Engine {
  const env = { ...process.env, ...builder, ...settings }
  const [command = 'docker', ...first] = compose
  const files = ['-f', 'docker-compose.yml', '-f', path.join('tests', 'compose', 'override.yml')]
  return {
    docker: (...args) => run('docker', args, env),
    compose: (...args) =>
      run(command, [...first, ...files, '--project-directory', root, '-p', project, ...args], env),
  }
}

function run(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let printed = ''
    let everything = ''
    child.stdout.on('data', (data) => {
      printed += data
      everything += data
    })
    child.stderr.on('data', (data) => {
      everything += data
    })
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve(printed)
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code}:\n${everything.slice(-4_000)}`))
    })
  })
}
