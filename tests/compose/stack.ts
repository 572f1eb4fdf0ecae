// Builds every image from what git knows, starts the product by docker-compose.yml on free ports, and removes
// it.
import { rmSync } from 'node:fs'
import { findFreePort } from '#server/local/free-port.ts'
import { type Engine, openEngine } from './engine.ts'
import { copyTrackedFiles } from './fresh-clone.ts'

const targets = ['web', 'worker', 'realtime', 'simulator', 'migrate']
const PROJECT = 'ngoma-test'

/** @returns the teardown */
export default async function startContainers(): Promise<() => Promise<void>> {
  const ports = {
    proxy: await findFreePort(),
    s3: await findFreePort(),
    mail: await findFreePort(),
    simulator: await findFreePort(),
  }
  const settings = {
    NGOMA_VERSION: 'test',
    NGOMA_NETWORK: '10.78.0',
    NGOMA_PORT: String(ports.proxy),
    NGOMA_S3_PORT: String(ports.s3),
    NGOMA_MAIL_PORT: String(ports.mail),
    NGOMA_SIMULATOR_PORT: String(ports.simulator),
    PUBLIC_URL: `http://127.0.0.1:${ports.proxy}`,
    S3_PUBLIC_ENDPOINT: `http://127.0.0.1:${ports.s3}`,
    TRUSTED_PROXY_HOPS: '2',
  }
  const folder = copyTrackedFiles()
  const engine = openEngine(folder, PROJECT, settings)
  const takeDown = () => engine.compose('down', '--volumes', '--remove-orphans', '--timeout', '5')
  const remove = async () => {
    await takeDown()
    rmSync(folder, { recursive: true })
  }
  try {
    await takeDown()
    for (const target of targets) {
      await engine.docker('build', '--network', 'host', '--target', target, '-t', `ngoma-${target}:test`, '.')
      console.log(`ngoma-${target}: ${await sizeOf(engine, `ngoma-${target}:test`)}`)
    }
    await engine.compose('up', '-d', '--no-build')
  } catch (error) {
    console.error(await engine.compose('logs', '--no-color', '--tail', '40').catch(String))
    await remove()
    throw error
  }
  process.env.NGOMA_E2E_URL = settings.PUBLIC_URL
  process.env.NGOMA_E2E_MAIL_URL = `http://127.0.0.1:${ports.mail}`
  process.env.NGOMA_E2E_SIMULATOR_URL = `http://127.0.0.1:${ports.simulator}`
  process.env.NGOMA_COMPOSE = JSON.stringify({ folder, project: PROJECT, settings })
  return remove
}

async function sizeOf(engine: Engine, image: string): Promise<string> {
  const bytes = Number(await engine.docker('image', 'inspect', '--format', '{{.Size}}', image))
  return `${Math.round(bytes / 1e6)} MB`
}
