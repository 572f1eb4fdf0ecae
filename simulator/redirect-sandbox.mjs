// Redirects a Node process from Safaricom's sandbox to the simulator, for clients with a fixed host: `node --import
// 'file:///…/simulator/redirect-sandbox.mjs?http://127.0.0.1:3002' app.js`. Works alone, from Node 20 on.
import http from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'

const sandbox = 'sandbox.safaricom.co.ke'
const simulator = new URL(new URL(import.meta.url).search.slice(1) || 'http://127.0.0.1:3002')
const { request } = https

https.request = (...given) => {
  const { options, callback } = readArguments(given)
  if (hostOf(options) !== sandbox) return request(...given)
  const { hostname, port } = simulator
  return http.request(
    { ...options, protocol: 'http:', host: hostname, hostname, port, agent: undefined },
    callback,
  )
}
https.get = (...given) => https.request(...given).end()
syncBuiltinESMExports()

const { fetch } = globalThis
globalThis.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input)
  if (url.hostname !== sandbox) return fetch(input, init)
  const moved = new URL(url.pathname + url.search, simulator)
  return fetch(input instanceof Request ? new Request(moved, input) : moved, init)
}

/** Reads the arguments `(url, options?, callback?)` or `(options, callback?)`. */
function readArguments([first, second, third]) {
  if (typeof first !== 'string' && !(first instanceof URL)) return { options: first, callback: second }
  const { hostname, pathname, search } = new URL(first)
  const [options, callback] = typeof second === 'function' ? [{}, second] : [second, third]
  return { options: { hostname, path: pathname + search, ...options }, callback }
}

function hostOf({ hostname, host }) {
  return (hostname ?? host ?? '').replace(/:\d+$/, '')
}
