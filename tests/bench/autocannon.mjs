// Loads an address: `autocannon.mjs <url> <connections> <seconds> [file of requests] [accept-encoding]`.
import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'

const [url, connections, seconds, file, takes] = process.argv.slice(2)

function readRequests() {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [method, path, body] = line.split('\t')
      return body ? { method, path, body, headers: { 'content-type': 'application/json' } } : { method, path }
    })
}

const result = await autocannon({
  url,
  connections: Number(connections),
  duration: Number(seconds),
  ...(file ? { requests: readRequests() } : {}),
  ...(takes ? { headers: { 'accept-encoding': takes } } : {}),
})
console.log(
  JSON.stringify({
    perSecond: result['2xx'] / result.duration,
    refused: result.non2xx,
    broken: result.errors + result.timeouts,
  }),
)
