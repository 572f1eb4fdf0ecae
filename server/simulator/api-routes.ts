// The paths of Daraja. Everything but OAuth needs a token, and nothing answers during an outage.
import type { B2c } from './b2c.ts'
import type { Balance } from './balance.ts'
import type { C2b } from './c2b.ts'
import type { Initiator } from './initiator.ts'
import type { Tokens } from './oauth.ts'
import type { Reply } from './refusal.ts'
import type { Reversal } from './reversal.ts'
import type { Handler, Router } from './router.ts'
import type { Settings } from './settings.ts'
import type { Statement } from './statement.ts'
import type { Status } from './status.ts'
import type { Stk } from './stk.ts'

export type Api = {
  stk: Stk
  b2c: B2c
  status: Status
  balance: Balance
  reversal: Reversal
  c2b: C2b
  statement: Statement
  tokens: Tokens
  initiator: Initiator
  settings: () => Settings
}

export function addApiRoutes(router: Router, api: Api): void {
  const post = (path: string, handler: Handler) =>
    router.on('POST', path, (call) => {
      const down = outageReply(api.settings())
      if (down) return down
      api.tokens.check(call)
      return handler(call)
    })
  router.on('GET', '/oauth/v1/generate', (call) => outageReply(api.settings()) ?? api.tokens.generate(call))
  post('/mpesa/stkpush/v1/processrequest', (call) => api.stk.push(call))
  post('/mpesa/stkpushquery/v1/query', (call) => api.stk.query(call))
  post('/mpesa/b2c/v1/paymentrequest', (call) => api.b2c.request(call, 'v1'))
  post('/mpesa/b2c/v3/paymentrequest', (call) => api.b2c.request(call, 'v3'))
  post('/mpesa/transactionstatus/v1/query', (call) => api.status.query(call))
  post('/mpesa/accountbalance/v1/query', (call) => api.balance.query(call))
  post('/mpesa/reversal/v1/request', (call) => api.reversal.request(call))
  for (const version of ['v1', 'v2']) {
    post(`/mpesa/c2b/${version}/registerurl`, (call) => api.c2b.register(call))
    post(`/mpesa/c2b/${version}/simulate`, (call) => api.c2b.simulate(call))
  }
  post('/pulltransactions/v1/query', (call) => api.statement.query(call))
  // Safaricom hands these out on its portal; the simulator has no portal.
  router.on('GET', '/certificate', () => pem(api.initiator.keys.certificatePem))
  router.on('GET', '/certificate/public-key', () => pem(api.initiator.keys.publicKeyPem))
}

function pem(text: string): Reply {
  return { status: 200, text, type: 'application/x-pem-file' }
}

function outageReply(settings: Settings): Reply | undefined {
  if (settings.outage === 'refuse') return 'cut'
  if (settings.outage === 'unavailable') {
    return { status: 503, text: 'Service Unavailable', type: 'text/plain' }
  }
  return undefined
}
