import http from 'node:http'
import net from 'node:net'
import { leavingWorker } from '#lib/web/pages/service-worker-file.ts'

export interface Front {
  close(): Promise<void>
}

export interface FrontTargets {
  web: number
  realtime: number
}

/** Cookie of a browser after the operator switched the worker off. */
const SWITCHED_OFF = 'worker=off'
/** Cookie of a browser that gets a later build. */
const LATER_BUILD = /later_build=\w+/

/**
 * Like a production proxy: `/ws` leads to realtime, everything else to the pages. In the browser tests both
 * targets are the shipped nginx.
 */
export async function startFront(port: number, targets: FrontTargets): Promise<Front> {
  const server = http.createServer((request, response) => {
    const { method, headers } = request
    if (request.url === '/sw.js' && headers.cookie?.includes(SWITCHED_OFF)) {
      response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' })
      response.end(leavingWorker)
      return
    }
    const later = request.url === '/sw.js' ? LATER_BUILD.exec(headers.cookie ?? '')?.[0] : undefined
    // Lines can be added only to an uncompressed answer.
    if (later) headers['accept-encoding'] = 'identity'
    const passedOn = http.request({ ...target(request.url ?? '/', targets), method, headers }, (answer) => {
      if (later) {
        // A worker with an additional line, as of a later build.
        const { 'content-length': _, ...others } = answer.headers
        response.writeHead(answer.statusCode ?? 502, others)
        answer.on('end', () => response.end(`\n// ${later}`)).pipe(response, { end: false })
        return
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passedOn.once('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()))
    request.pipe(passedOn)
  })
  server.on('upgrade', (request, socket, head) => {
    const { host, port: targetPort, path } = target(request.url ?? '/', targets)
    const passedOn = net.connect(targetPort, host, () => {
      const lines = [`${request.method} ${path} HTTP/1.1`]
      for (let at = 0; at < request.rawHeaders.length; at += 2) {
        lines.push(`${request.rawHeaders[at]}: ${request.rawHeaders[at + 1]}`)
      }
      passedOn.write(`${lines.join('\r\n')}\r\n\r\n`)
      passedOn.write(head)
      passedOn.pipe(socket).pipe(passedOn)
    })
    passedOn.once('error', () => socket.destroy())
    socket.once('error', () => passedOn.destroy())
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function target(url: string, { web, realtime }: FrontTargets) {
  const host = '127.0.0.1'
  if (url.startsWith('/ws/')) return { host, port: realtime, path: url }
  return { host, port: web, path: url }
}
