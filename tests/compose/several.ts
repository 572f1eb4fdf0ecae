// Several web, workers and realtime, each addressable.
import { z } from 'zod'
import { compose, containersOf, docker, untilHealthy } from './running.ts'

export const many = { web: 3, worker: 3, realtime: 2 } as const

/** Up to three web, three workers and two realtime. */
export async function startMany(): Promise<void> {
  const scales = Object.entries(many).flatMap(([service, count]) => ['--scale', `${service}=${count}`])
  await compose('up', '-d', '--no-build', '--no-deps', '--no-recreate', ...scales, ...Object.keys(many))
  for (const service of ['web', 'worker', 'realtime'] as const) await untilHealthy(service, many[service])
}

/** From Redis: the next run of each schedule, and the runs of two since a time in ms. */
export async function readSchedules(since: number) {
  const [worker = ''] = await containersOf('worker')
  const ask = `
    import { closeQueues, queue, queueNames } from '#lib/core/queue.ts'
    const next = []
    const done = []
    for (const name of queueNames) {
      const jobs = await queue(name).getJobs(['delayed', 'waiting', 'prioritized'])
      const ids = (await queue(name).getJobSchedulers(0, -1)).map(({ key }) => key)
      for (const id of ids)
        next.push({ id, jobs: jobs.filter((job) => job?.repeatJobKey === id).length })
      for (const job of await queue(name).getJobs(['completed', 'failed']))
        if (job?.repeatJobKey && job.processedOn > ${since})
          done.push({ id: job.repeatJobKey, due: job.id, starts: job.attemptsStarted, at: job.processedOn })
    }
    await closeQueues()
    console.log(JSON.stringify({ next, done, now: Date.now() }))
    process.exit()`
  const printed = await docker('exec', worker, 'node', '--input-type=module', '--eval', ask)
  return z
    .object({
      next: z.array(z.object({ id: z.string(), jobs: z.number() })),
      done: z.array(z.object({ id: z.string(), due: z.string(), starts: z.number(), at: z.number() })),
      now: z.number(),
    })
    .parse(JSON.parse(printed.trim().split('\n').at(-1) ?? ''))
}

/** Asks one container of web, without the proxy and its cache. By bash: Node takes seconds to start there. */
export async function askWeb(
  id: string,
  path: string,
  access = '',
): Promise<{ status: number; text: string }> {
  const fields = access === '' ? [] : [`Authorization: Bearer ${access}`]
  const request = [`GET ${path} HTTP/1.0`, ...fields, '', ''].join('\r\n')
  const ask = 'exec 3<>/dev/tcp/127.0.0.1/3000; printf %s "$1" >&3; cat <&3'
  const answer = await docker('exec', id, 'bash', '-c', ask, 'ask', request)
  const end = answer.indexOf('\r\n\r\n')
  return { status: Number(answer.split(' ')[1]), text: answer.slice(end + 4) }
}

export async function askEachWeb(path: string, access = ''): Promise<{ status: number; text: string }[]> {
  const webs = await containersOf('web')
  return Promise.all(webs.map((id) => askWeb(id, path, access)))
}

/** Sockets per container of realtime. */
export async function socketsOf(id: string): Promise<number> {
  const ask = `fetch('http://127.0.0.1:3001/metrics', { headers: { authorization: 'Bearer ' + process.env.METRICS_TOKEN } })
    .then(async (answer) => console.log(await answer.text()))`
  const metrics = await docker('exec', id, 'node', '--eval', ask)
  const lines = metrics.split('\n').filter((line) => line.startsWith('ngoma_sockets_open'))
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}
