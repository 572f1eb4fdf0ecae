// Playwright's global setup: the product on free ports with a new database, seeded as by `npm start`.
import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findFreePort } from '#server/local/free-port.ts'
import { startGuardian } from '#server/local/process-records.ts'
import { prepareData, startEngines, startProduct } from '#server/local/stack.ts'
import { createSupervisor } from '#server/local/supervisor.ts'
import { runNginx, writeNginxConfiguration } from '#tests/support/nginx.ts'
import { throwAwayConfig } from '#tests/support/throw-away-config.ts'
import { startYoutube } from '#tests/support/youtube.ts'
import { startFront } from './front.ts'

/** @returns the teardown */
export default async function startStack(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'ngoma-browser-'))
  const guardian = startGuardian(dataDir, true)
  const supervisor = createSupervisor(console.log)
  const quiet = () => undefined
  try {
    const frontPort = await findFreePort()
    const url = `http://127.0.0.1:${frontPort}`
    const youtube = await startYoutube()
    const config = await throwAwayConfig(dataDir, {
      PUBLIC_URL: url,
      YOUTUBE_URL: youtube.url,
      YOUTUBE_API_URL: youtube.url,
      YOUTUBE_PICTURES_URL: youtube.url,
      YOUTUBE_API_KEY: '',
    })
    await startEngines(config, supervisor, quiet)
    await prepareData(config, quiet)
    await startProduct(config, supervisor, 'start')
    // Users' traffic goes through the shipped proxy.
    const proxyPort = await findFreePort()
    const { web, realtime } = config.ports
    const place = { directory: path.join(dataDir, 'proxy'), port: proxyPort, web, realtime }
    const proxy = await runNginx('proxy', writeNginxConfiguration(place), proxyPort, dataDir)
    const front = await startFront(frontPort, { web: proxyPort, realtime: proxyPort })
    process.env.NGOMA_E2E_URL = url
    process.env.NGOMA_E2E_WEB_PORT = String(config.ports.web)
    process.env.NGOMA_E2E_PROXY_URL = proxy.origin
    process.env.NGOMA_E2E_DATA = dataDir
    process.env.NGOMA_E2E_SIMULATOR_URL = config.settings.MPESA_BASE_URL
    process.env.NGOMA_E2E_DATABASE_URL = config.settings.DATABASE_URL ?? config.env.DATABASE_URL
    process.env.NGOMA_E2E_MAIL_URL = `http://127.0.0.1:${config.ports.mailPage}`
    return async () => {
      await front.close()
      await proxy.end()
      await youtube.close()
      await supervisor.end()
      await guardian.dismiss()
    }
  } catch (error) {
    await supervisor.end()
    await guardian.dismiss()
    throw error
  }
}
