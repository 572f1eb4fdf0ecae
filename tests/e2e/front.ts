import http from 'node:http'
import net from 'node:net'

export interface Front {
  close(): Promise<void>
}

/**
 * Stands where a proxy stands in production: `/ws` leads to the realtime process, everything else to the pages. The
 * target that Next has for `/ws` is written into its build, and the tests run that build on other ports.
 */
export async function startFront(port: number, webPort: number, realtimePort: number): Promise<Front> {
  const portFor = (url: string | undefined) => (url?.startsWith('/ws') ? realtimePort : webPort)
  const server = http.createServer((request, response) => {
    const { method, url, headers } = request
    const passedOn = http.request(
      { host: '127.0.0.1', port: portFor(url), method, path: url, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    passedOn.once('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()))
    request.pipe(passedOn)
  })
  server.on('upgrade', (request, socket, head) => {
    const target = net.connect(portFor(request.url), '127.0.0.1', () => {
      const lines: string[] = [`${request.method} ${request.url} HTTP/1.1`]
      for (let at = 0; at < request.rawHeaders.length; at += 2) {
        lines.push(`${request.rawHeaders[at]}: ${request.rawHeaders[at + 1]}`)
      }
      target.write(`${lines.join('\r\n')}\r\n\r\n`)
      target.write(head)
      target.pipe(socket).pipe(target)
    })
    target.once('error', () => socket.destroy())
    socket.once('error', () => target.destroy())
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
