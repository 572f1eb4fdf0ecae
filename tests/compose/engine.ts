// The Docker engine of this machine, and compose in either of its two forms.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { builderEnvironment, findCompose } from '#tests/support/docker.ts'

export type Engine = {
  /** Runs `docker`. @returns what it printed @throws Error with what it complained of */
  docker(...args: string[]): Promise<string>
  /** Runs compose with the product's file. */
  compose(...args: string[]): Promise<string>
}

/**
 * @param folder the tree that is built and started
 * @param project names the containers, so that those of others are left alone
 * @param settings what docker-compose.yml takes from the environment
 */
export function openEngine(folder: string, project: string, settings: Record<string, string>): Engine {
  const env = { ...process.env, ...builderEnvironment(), ...settings }
  const [command = 'docker', ...first] = findCompose() ?? []
  const files = ['-f', 'docker-compose.yml', '-f', path.join('tests', 'compose', 'override.yml')]
  return {
    docker: (...args) => run(folder, 'docker', args, env),
    compose: (...args) =>
      run(folder, command, [...first, ...files, '--project-directory', folder, '-p', project, ...args], env),
  }
}

function run(cwd: string, command: string, args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
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
