import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { env } from '#lib/core/env.ts'
import { type RealtimeServer, startRealtime } from '#server/realtime/server.ts'
import { addVideo, openMonth } from '#tests/support/contest.ts'
import { until } from '#tests/support/until.ts'
import { listen, refusal } from './listener.ts'

let server: RealtimeServer
let videoPath: string

beforeAll(async () => {
  server = await startRealtime({ host: '127.0.0.1', port: 0 })
  videoPath = `/ws/votes/${(await addVideo(await openMonth())).id}/`
})
afterAll(() => server.close())

describe('an upgrade', () => {
  test('to an unknown path is refused before there is a socket', async () => {
    for (const path of ['/', '/ws/', '/ws/nowhere/', '/ws/leaderboard/more/', '/other/leaderboard/'])
      expect(await refusal(server.port, path), path).toBe(404)
  })

  test('from a page of another site is refused', async () => {
    for (const origin of ['https://elsewhere.test', 'null', `${env.PUBLIC_URL}.elsewhere.test`])
      expect(await refusal(server.port, '/ws/leaderboard/', { origin }), origin).toBe(403)
  })

  test('from a page of ours is taken, under each name that it is reached by', async () => {
    const options = [
      { origin: env.PUBLIC_URL },
      { origin: `http://127.0.0.1:${server.port}` },
      { origin: 'https://ngoma.test', headers: { 'x-forwarded-host': 'ngoma.test' } },
    ]
    for (const option of options) {
      const reader = await listen(server.port, '/ws/leaderboard/', option)
      await reader.untilHeard('leaderboard_update')
    }
  })

  test('that is none is told so', async () => {
    const answer = await fetch(`http://127.0.0.1:${server.port}/ws/leaderboard/`)
    expect(answer.status).toBe(426)
    const broken = connect(server.port, '127.0.0.1')
    broken.write(`GET ${videoPath} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)
    const [data] = await once(broken, 'data')
    expect(String(data)).toMatch(/^HTTP\/1.1 400 /)
  })
})

describe('a reader', () => {
  test('who pings is answered, whatever way it is written', async () => {
    const reader = await listen(server.port, videoPath)
    for (const ping of ['ping', ' ping\n', '{"type":"ping"}', '{"type":"ping","sent":12}'])
      reader.socket.send(ping)
    reader.socket.send('{"type":"hello"}')
    reader.socket.send('pong')
    reader.socket.send('null')
    reader.socket.send('ping')
    const pongs = await until('five pongs', () => {
      const found = reader.messages.filter((message) => message.type === 'pong')
      return found.length >= 5 && found
    })
    expect(pongs).toHaveLength(5)
    for (const { timestamp } of pongs) expect(Math.abs(timestamp - Date.now())).toBeLessThan(60_000)
  })

  test('who sends more than a ping is long is closed', async () => {
    const reader = await listen(server.port, videoPath)
    reader.socket.send('x'.repeat(1_025))
    expect(await reader.closed).toBe(1009)
  })

  test('who floods is closed', async () => {
    const reader = await listen(server.port, videoPath)
    for (let count = 0; count < 200; count++) reader.socket.send('ping')
    expect(await reader.closed).toBe(1008)
  })
})

describe('the port', () => {
  test('says that the process is up, and what it does', async () => {
    const page = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`)
    expect(await (await page('/health/')).json()).toEqual({ status: 'ok' })
    expect((await page('/health')).status).toBe(200)
    expect((await page('/elsewhere')).status).toBe(404)
    const metrics = await (await page('/metrics')).text()
    expect(metrics).toMatch(/^ngoma_sockets_open \d+$/m)
    expect(metrics).toMatch(/^process_resident_memory_bytes \d+/m)
  })

  test('says goodbye when it closes', async () => {
    const leaving = await startRealtime({ host: '127.0.0.1', port: 0 })
    const reader = await listen(leaving.port, videoPath)
    await leaving.close()
    expect(await reader.closed).toBe(1001)
    await expect(fetch(`http://127.0.0.1:${leaving.port}/health/`)).rejects.toThrow()
  })
})
